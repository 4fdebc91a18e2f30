// Written by scripts/embed-docs from docs/*.md: change those and run it again.

extension HandbookPage {
  static let pagePowershell: StaticString = """
    H4sIAAAAAAACA6VV227jNhB911cMkGAdA6ES574Otmjg7BYBstlg7UUegmBFUyOLjURqOVQctynQr+mH9Us6pGQjaR/7YovS8MzhmTPDLbi1S3TT\
    EqsqSabK6cYTLLUvwZcItc3bCiH7rJWzZAuf/uJkU2a7QK0qQVKMyi6aZuJQem1ND5GBLWCza0BAsm4qpF1QsqogokBrcnSgOaFdGjCyxjS5nzFg\
    4+zz6mEnd7YR2qR1viVJSBFfD6FCmcfENXjLFNWjzps0Se6c9kxG2bqRZpWuZF1l3VGkAdk0vEV6KHvSDbpaEzFlClzDK4rck537uGA64YCFdTBD\
    5yQ/1A87fv0YWI2ENIKRRUAWm0+C9MIQMxeShsMUZqWmHhziJ9BmrV3gJU0OtXxEAgkOF5q8i1qOkyTLsiYUiGKBtmJY2tAo2SZUDj18gIk1T+j8\
    zIopqtbh1DttFjBodIOVNii6yAGIC7qtpDYzfPYgPlmnMNkO+T/AfcP0MEfjtawexmODy53BfnFSHMrjkTgp9ufiqNiX4kwen4pRMcrfy4P5qToc\
    DXahZzJMmIhB5cXnRVdeMUMjjb/KYXAiR8WhOj4TB3mAwpNCvJenp2JfHedneDgfyaMDJjipNFOYRrzJhg9EkuLG3mHFxcUk2baOnUNM/AaXnI/9\
    V2kVNQNxqamp5Oom1G/wJQYy9B3O4eff4Svm2jHJb06H7YPS+4bGe3sdYOqR/J6aD+CPpEOeonvSCm9ZUqUb5iI4F5+oZ5B2KzGTC4LBnTa5XdLF\
    b1yFC+X1E17GZNatrozHBVcVc94xCGWNtaUy6f0L+IwKhCDFojltId17bWT+Et3P/0AsreL6Lvlh7Qd4927dCbC0rsoZr7HOw09Q6GfPhCLMOvPr\
    dxnoaEW2JGyyv2kVln8M2RqeWBJ8y/QNHHfiCyzD/hco7RJeeCmYdv/Lq+w/Tpkq27D9//7zr4zjuh6R0FIYD2Y3tgvMHWvLLyK1e+9a8j291peW\
    e58nxo9Wq0dBXjof+vNIxDBuTxSKe0QXwSUoNjuGsfc4Tz8TgsTnIPMcMvGN8BJD8Sc2xyyMmsArcGGXxWi5wPXoyGMkKA6NR4x5Q+C1Nu0znymb\
    Tq+/Tz5+nX3/dHX9kQfostQ8QbNQ9iyyyNA8ZayufwtQS/VlGgN6ezFYnE8r8liHycr+wnGvyP8XhD+57gyKRyN3YJ9Pxd4MXtmM9X6MT2xdB358\
    VISZtRWdx6FOXVElPcYhGoZwXmvTjTfrmHqfYTcMQ9lxp67hmEDS3wS/slM4NrQmYyIncvijjatOfEJ4ZGkolGgNge48PK8gt2CsB9eaVzddoIdV\
    kcJdZ3tV5xXrvkDGDDQNcWR3dbB0vqXkeH+0C/f/OvnDziL8BWGD34UmwblEzJ8P+QZZUdcI0bI1Mm6a/AMCW5tHcgcAAA==
    """
}
