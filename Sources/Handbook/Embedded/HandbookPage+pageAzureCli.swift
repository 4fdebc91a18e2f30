// Written by scripts/embed-docs from docs/*.md: change those and run it again.

extension HandbookPage {
  static let pageAzureCli: StaticString = """
    H4sIAAAAAAACA3VVUW/bNhB+1684IA9LgFC2kzpJ/TAg6LYiwLoCWYsC64ryTJ1szhIpkHRtF8F+++4oyYkH9MWSyOPxu+/77nwG99+3geDN7w9F\
    ofE7YKVhQ9RFwK6LlxApfLOGoAvWGdthw2tbXuR9V8Eq+C2HWgetNxtbdYD8laDylFcPfhsgkUOXSriHaILtEsSEhzhE2lgWxadgE4E2vu3QHcoD\
    to2GnU1rSGsSIPxEPmdXLqc9/yzrEVuSLLUP8IFCQH5pv5yn8bVsq7OZQqc4gZIE6rilcipleS9eXFzmWrptkusKRtHyt1yUPOAAesH0aB3XxRm0\
    uKGS3yIlUFQwaY1fMSqlBrLUkSxeE7KcIJ3WN/U1zmfqpp4u1at6iuoO57dqVs+q13i1vDXXM47vMMadD4zHdtRYR5zVBL7q7wJ4uycTbnBWX5v5\
    nbqqJBnd1Oo13t6qqZlXd3S9nOGrK47GpvE75byK22Vfh/UuFlnnzCtnRqZeqcrGrsGDylDfh0oUVmpHSxWosoFMUttgI6xT6uJiMvE5pEwU08Qs\
    i1F+Rt5UQPvOhwQ/Q233ie2VFRX+RhLHcNqTEd4MVxWsh3Ly0gPCRvD7Az8hro+893nkqBYrhRRFJaaewiU0hCyd2OOoo6/z92A+1pRtJ4LH5Lvs\
    QczCA7mqBP0SsmZ7ypbLNhgwZiuuMY7eXBR6LCeDOK3nJB1b/dhuQ5dZRi9mZC9ma+t/JyVKjC7hT1Zd3//18fHXr2/e//Hbw9uvvzw8aqkAnefb\
    A/TK+HDgRh2QIYgmfQdyFJg1uhX1neh3bryMoTzBTg48wdrv4Ik/FfM8/PLXiWV4/ZEi5+BR8A4drij8FKGxMfX8Zlf2M+H0HHK11HapR6jHZtHg\
    iFgb/SOP6oxh11ckmKli1Hn0sBEOXB9Dqr2c5QkQfJvlkG3GdaQFgm8oLp6HHG8mvyHXT423Abs1GAwcKcc7Cq2NMQPPZGbfDBNwZb9RtosMJs/D\
    wnAYcS8KUP3cUs9JeDwyK1zJYKPjiWNuR/s0KsLNIm79cTasWh5YQ44hqyicXVctXpqex+Kmv1IakeeQrElsX/GLO+I4AxQTosISjWQeS2R5hEF9\
    CUsyyOxKTmZSVHX+/xYZsgb2nyQxrGyEz++sCT76erj8y/lKHjycL/hE8UEwBv8P6yXakBgqbB3MpycNfBSQ/31c6ytbW6p4bq+Q++ZZJwpl8R+n\
    C3no0wYAAA==
    """
}
