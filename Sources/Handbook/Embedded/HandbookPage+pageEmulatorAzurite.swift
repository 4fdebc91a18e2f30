// Written by scripts/embed-docs from docs/*.md: change those and run it again.

extension HandbookPage {
  static let pageEmulatorAzurite: StaticString = """
    H4sIAAAAAAACA31UXW/jNhB8169YXIE2AWwlaQoUyOEecjkUvZe2QNz2lWtybbGWSEGk7LjIj++sKLtOr22M2Pxa7uzMcL+ixz/HwWepqnlAmXeS\
    KMedhERxLwP9uFr98rygg88NmeUy8ojBmpO35qGqjDGpqbpod971lGTYC31dhf6FeL7xTQhmVoZM+lX30mG+kyPhX2fne+RF9Cgn6jjwVtzSOwnZ\
    5yNWqT9mSVlTT/kxbWKoNkPspqRSnw/7ro/I9kk2PLZZa5SnQaZdbi8jUo4D8tTrNq5PUR8xfkZB3spT6xFTVXb6pQ9f7l29a3Lu08PNzd2339e3\
    +Nw93N3i78bJXm8XtjaOId+9W5A9Y/jw79Curq9Leb83nE8ikW3E7qDKhrgotKA1asyJUhwHC92u7uv7lwUZhbfSE49gXq+0DAh1Tub6AQEENC7p\
    gIMjFxEZYiao7TdHQgQlvw2clZmqeiXbsu/olRpWa2Aw51coJ8k2cSBz4uBEZyHXxs7QK+5ZQrw331gzPiXs0lq2Pswu+/uaVB98cPGQ6iD5xiwI\
    WbJyoiQAcwOD2jaObkbnM5yKfVHnBu6kVKO2HMgnsty24pS2KTePruT+P+iLiWLue/JuAnA++/j09POvP60m1+Aozl+gNTMkhUMHDDjtkFp5mnKH\
    9QZXG3np9cdznpFoTfJ+wl1I1ktUHglOtM6pIi3ttao+Z2pjhCmQI0QaYiuppsk1k8ybMUFcFP7d7T2ZCzf4GH5gDy5M4ZzJScYCpdFilsh8Dntu\
    vZtBgCnY3Ept3pe20MMTYWoOminxMVWTMOaj8CCD0aSKGoTHg7iaADWhBF2Fk1WHsFV7rSIq3Mtb2xWvC/hWh+rWOUSlP4mK57egfszTwnbkAdIK\
    GBZg+qI5lf3lcg6kWWmsjH3KeBId/ccbvjiytHxuXuWJnl9n7EA1nBX6bkGfkBQsQezffBq5pecMBqPqCmL6If4hFm0wjq3T1wjOQwyn2rqanmNx\
    ABpdoibi1FzGN+fuzFsokPLMjraGitfQ5oKz0q7UctoRgKFUPIz/CC/UFCOEYvVwajtICK2hfPUXcHC8bi8GAAA=
    """
}
