module mockidp.invalid/go

go 1.19
