// Written by scripts/embed-docs from docs/*.md: change those and run it again.

extension HandbookPage {
  static let pageEmulatorServiceBus: StaticString = """
    H4sIAAAAAAACA4VUTXPaSBC961d0OQcLF8h3tnLAmNpwMMkGvDlQlDWWGmkKaUY13QKTVP779swAdj52l4MYafrj9evX/Q5WNQK2faPYOgK7hSW6\
    vS4Q7noCZUqY7dEwfOifKUnuLNfAaoegoLDGYMHaGiB22lRw0HKbPxLe4x4b27XiODuFfs+ux3wYIhoLbHdoaAwPunCW7JavCTpVIUg0rrEFUkeS\
    k2KYGXYK5vegSTwZqO866xjLLPHYO2fZFrbx15OHvz4NgawPAeuqV67cpJfisrZ8Jxej8H0whEOtixqoQ7Uj+LBaiWuhTEjBHuYzbq3DACdLki8e\
    i9zLZ2AkyR/qtT3D5GvvcJwkI7i58ZBU10k59mCgqK1Qmd3cwMqT5mH9hrYaYxp5ShHW4BCwoZO5w1Jo1KrJYBkLI9WGsiunWnC9kTZVShvicHsu\
    N4HAtTYXeAB5nndHwWzkrFvPIliS89bZFpQ3y3TIxsfz/T1uVd9wiDG9YPnRh6JinkUwJ6+ThkRC00aLi09e4haK8JYOxvLuf3orXL4wjN8LkAzN\
    Xjtrsgo5vVrOPv89n87uHpdP04+LxWy6mn9cPC1Xn+eLP68uAfzPIffO/JIz8wifXul+inSnPuEg+U/X9BXM+i2QxeRhtvw0mc6uNsN/YSYdDCLR\
    r3J400IRQt7aYqfLDvAFCxiNFEGrjEi/HJ25z6HSexQl9LGlcVjiNARNBJDSdtqBSHTsHz5pzdzR+Pb2tR9ZbJBBvr3Nygg4D7q4GKMf71qm+7e2\
    md8P2kGu+jIHNCV5RSmgRlEt00xRkaeVgS+dcC0mLHDSAP1go62Uo0TfLSrDgwwmJD4cY/lpelPchS0QHYRx+APW+R6d3h7zTVrYVvgqR4026Cc6\
    XgyAanvwmaMwz6jQySSSEHvWP9Xy//8tkK+xGLhef/N1d1YbHp/t5iczGVRP3zi2KNNEveyF75tr8Yc4arIDsNhl3fGtLMIyqayQchCNVWFBeMQF\
    GuW0JcjPQEatBBXZnrp2+cy17D1uULoiO3vt6230s1PuuElPB8/OT3VppJEn72DdrrGqpAF0jZJh5yz5B9HyLCYLBgAA
    """
}
