// Written by scripts/embed-docs from docs/*.md: change those and run it again.

extension HandbookPage {
  static let pageEmulatorAppConfiguration: StaticString = """
    H4sIAAAAAAACA41UTW/TQBC9+1eMWokmUuy0JBJtEYcoFMGBXsgNoXi7Hsfb2Ltmd9ySqgd+DT+MX8Ls+gNHCIRkxfHu7Jv3dt7MKdxUTSnIWAcm\
    h1Vdw9roXO0aK0gZHUXPgF0EPAOJPTp+3xulMYO7AzxzQBzHcPTLax+VtMaZnM58vNBGHyrTOLD4tUFHDibpBrXQdL3q91YNFTda3JWYpdMZcML3\
    H1drn7VA2DXCZjN4LJQsOhp+mcweNYhH0TIhLS+url7NxVNjMRZ1HcuxmngkxWOHJAEiqBeMxByMVXRgdEGg+OFEpsyYr+eHmpQMWNvtJ1lghW67\
    /fn9RzoNPPmIQyKldy10T5zJRWmauiKqjNyrrOYw+4DwYvhuw+LYryuJ8Ad33mtqRxZFBQVRfT2fl0aKsjCOri+XlwsOyKyp46BnwMVvKHlHOKiE\
    FjvMYpV5EayQK1UfiIvhqQV+/FlwzXNrKghXmDCNYxaqqo0lWPlddsuRWdalYujx8SFXd+wt5qIpKZxeWwy7oowiGU7Cm3/hTk68bHeke7lcLE5m\
    f4GdTKetsg2XocuQoVUPnXdEk/Ea33Ug7FcCJuRcOS6VqRPx1IpPlEk7L6Q9ifHerD0z8OqCo9/B/TUm7b1IU6UJbAZ7tIa+M1TM2IVZIBMcYmEX\
    +JqGeqP6VD4yiaJ3/JdNO7g6GJBdKfeuj+YWVeSwzDvJvb3HUsY+Wi7mm5vb1e1m/vAyOWdlj4oK6Nx05qLPEi2p3DfBCO7LhBWxwbK45MGQVNmp\
    FFMg2zhqx4RP3tNM4AP3/x4PDoRlEIK0z5kpJw2rPoTscx+Tvh4Lp4KJ9z1SCG4hjnZ+UF0k5zNwxmdSluW5Bu1/qEyT1h8UhpJtNKTD8Dhyfgpi\
    J5R2dDSO/OX4scFzU+kjlTz36lJIbMuMw5Tli2LNjjuCu9ENE83rqq25R8kVNA0PHG2Ip6WQXOhfLZvHnqYFAAA=
    """
}
