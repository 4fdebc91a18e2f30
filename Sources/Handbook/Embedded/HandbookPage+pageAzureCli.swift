// Written by scripts/embed-docs from docs/*.md: change those and run it again.

extension HandbookPage {
  static let pageAzureCli: StaticString = """
    H4sIAAAAAAACA3VVYW/bNhD9rl9xQD4sAUzFTuIkzYABQbsWAdYVSFIMWFZUJ+lkcZZIgaTrqAj223tHSXY8oB8SS+Tx+O7du6cjuP2+cQRv/7hL\
    kgy/A5YZrIk6D9h1fgae3DddEHROm0J32PDahhd535SwcnbDodpAa4u1LjtAfgtQWoqrvd04CGTQhBRuwRdOdwF8wN6PkdqnSfKX04EgK2zboenT\
    Htsmg60ONYSaBAj/Ip/TKxPTHj/JuseWJEtlHTySc8gP7ZfjMD2mbXm0UGgUJ1CSQO22VEylNO/5k5NZrKXbBLkuYRQtv8tFwQKOoG+YnizzdXIE\
    La4p5SdPARQlTFpjV4xKqZEstSOL14QsI0jn1WV1jsuFuqzmubqo5qiucXmlFtWifINn+VVxvuD4Dr3fWsd4dEeNNsRZC8dX/ZMAbw9kwiUuqvNi\
    ea3OSklGl5V6g1dXal4sy2s6zxd4ccbR2DR2q4xVfpMPdWhrfBL7HHnlzMjUK1Vq3zXYqwj1kyulw0ptKVeOSu2oCGrjtIc6hM7fnJ7aGJIG8uG0\
    yJOp/Yy8KYGeO+sC/AaVfg4sr9hR4W8icQqnZyqEt4KrctpCevpaA8KGs889/4Kvd7wPeeRoJlJywUuXmHpyM2gIuXUij10fbRXfR/FxT1l20nAf\
    bBc1iLHxQKZMIXsNOWN5ypaJMhgxRinW6Cdt3iTZVE4EcVjPQTqW+m7cxinTjF7EyFqM0s7+O01RYrIUHrjr2e3fn+9///r205/v7z58fXd3n0kF\
    aCzf7mDojHU9D+qIDEF6MkwgR0FRo1nRMIl2a6bLGMoLbOXAC9R2Cy/8qpjn8T+/HUiG1+/Jcw62go9ocMWXN9qHgYVRlLshpVJKEY6NPcwTcWbT\
    yGRgiLhD2c+UmkUkGB3nF//64Eu8AXJnt176nveSheNUSXEGC1tSNgP2hmgk2X4Ss4gs248aew2TSbEUCRpRCXYqLMdWKCRHLNuB46FK5nE40GLP\
    jDOop8pKIWxKzra7hF+OVw67WgxpW1vF0Sc3e+PlwoJdkxmc7INEQoHO9fF8R67V3scmRIKjlkdXXulvFCUsNVo2MIbrScz2PafiOYJBJ76w3VAf\
    Gr/lBdb17e27h8eHy+V8fjYTG53GZEidxmqzvVPscbDrc7djC6ZJi5fu4Rl6DpPQ2ANkCH+eDcuWfXjMIVnRr4e8YiLYMD05FmsZzxnTr4ta7o2j\
    VkrbZYKia+VU81XDSbGNFO7k+xJZHSTEx23s1YRYtoh9o89t2f/K5ERwfMZRxQfKQTsX88UBHX7yTcXnlWN0AntqAQvL2Ua0l1OBnEUQcaeR//4/\
    DrusjmdWkhQ8Bx6ePurCWW+rMMhhr58TPpE8DhX+y6Mv2iEZQ7dh7E0Dy7MD4xs/6fzNNq0tdaWJScQVstvslUTuRgQwVD+bHqUtPOEOWfrDF1I2\
    Rh7HWhGk1DT5AbqpT0xHCAAA
    """
}
