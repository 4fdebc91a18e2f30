module mockidp/go

go 1.19
