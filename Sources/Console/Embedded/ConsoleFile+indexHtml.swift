// Written by scripts/embed-console from Sources/Console/Files: change those and run it again.

extension ConsoleFile {
  static let indexHtml: StaticString = """
    H4sIAAAAAAACA2VUwY7TMBC98xWDOULjbWBLkZJKsHBAArHS7oUTcu1pY+rYkT1Nt5z4Gj6ML2GcpEt3V6pk93nmed68carnH79d3X6//gQNtW71\
    rMoLOOW3tUAvMoDK8NIiKdCNigmpFnvazJb5lCw5XLVB76zpQAefgsNKjvCU5VWLtegtHroQSeQoQs8sB2uoqQ32VuNs+PMKrLdklZslrRzWc/GQ\
    RAcXIp812OIZkbPbhsCouHsUH8M6UDqL9MF6g3c5zFm/g4iuFpaPBTQRN/mGQYLMWJH6rQA6dsxkW7VFycDLu9Y9TE90dJgaRHpMMpwUOqWckHS0\
    HU10bTB7xxJS1P/DW2V98ZODKzkGc5ac+r8O5sgLe+BUSnzpznan617kRLG6YQgoADV4ElxJNVmIEaypBYVOnNOso/Lmnkfy1SwRslcfwl0tLuAC\
    Xpf8EzCaJcoFR2Pu97hX0apZY41Bz+xxz5o2Qe+TWrN9YqNcQiaNqOnEkMlODHkf+Z6lkKuqU9QA1/h1voBFcQnlm6KE+bwo+3fF4guD5SWjb4sl\
    lBfFsp8x+ivnaRu1Y8nMM+eK9HFcI9MXZQ7ItrGwTvmnkzqgY5uM7YceHRqMuWjJAMPdAHKCZxE2T0oMWVsiRXs262o68du/v/9UsjuZhpF3Xo2c\
    vE69cmqdh+ZGR0Q/eM1neWrZwyF0MBNIrYdJrcWMH0HlwzQRVTN/KoKxqlvdjr5nCGyClkuAsIExMb0CdjrPxpHrQEgHS/yMDEdsIAsuYMonlgfv\
    rz/D3uepkT+m62Q/B0Ln0jBgid9XkdVy/fe1DRN81skWU+Jnkx61bGqE7RnqgrN01m05Dbocv0f/AOqMEWugBAAA
    """
}
