// Written by scripts/embed-docs from docs/*.md: change those and run it again.

extension HandbookPage {
  static let pageEmulatorCosmosDb: StaticString = """
    H4sIAAAAAAACA41UXW/aMBR9z6+46qQVJBLol1Qh9YEBm7qtowI6aXshrnMhHomd2U4Z+/W7thMKmibt0df2ueeec+w3sMwRsKwLZpUGtYaxMqUy\
    MHkXRSdblm3RgLAGtrjvAZMZSAVWbVEad0/ZHLVJPN6mZjoDniPfGqB6OAYsLAzqF8ERMoUmABmxkWFP488ajYWdsLkrRG3/86bvLhc8B9EgsZIY\
    vqDe76g5DqMoTVOTR6XiW5FVvhPC28M68IrjlgEPs8ZxXRmrkZWQW1sN+/1CcVbkytjh7eD24nAffyGn0zRHySTbYBaLDKUVdk9VqPaWqDsKngct\
    cyWjtVYlsN+1xqRpJ8pKadsIPS4EIRyfOkA25ya4ZnVhR25zrNHvsiKKuL8JdydAnTM3gTkZ4fr66uqs9w+cTrcbGMeQ0mScq1ramKSGT9NvqRN6\
    TeYz+RoEbw2T3m/nSUJXF5YRU3ucl9bBIDrZx7JMozEuBS5FaiehQy03zOKO7WOUWaUEDXQgnvpsOIhCbLEHLoS0UJUVSrrI7VWtSSUyojsEBo0g\
    zGxNBJB+mC6hn3r67lpVMI4+qW7VDOo7bCiHrkja0yhPBgPtwAtKlWFCGkuJ3DU28LyH5fgROpnQVPIHHGzyhRo6vI/shXUJFSpm7KsEDjyY5DTY\
    wlpo2vbqNu+DQNK/7OsnWTAuPQr/aDRZLBc3g8Hg4qLXyiQ92AEhpC1po1e+AiUwIoEauWzOrH+K9JwtdJ6RQBAuB5c3XZCImYF09P1pPl2NZ4uH\
    2WJFrVeL8exxupp9nc7n95Pp3X90pNlHRxmilgeeKeQUCbIPtRVrwUl3p0STkaGLZfs8Y87g/f3nKeFFc1UEOw8f1nkIFSP6bhT//SDJ7v8x9zQN\
    6FpC6vnFgSxlbMOEPPap1yYcWFWBkCexph4+SEG25odDRq64P4xZQnb5eBBcK6PWtuHEfYiWR/8ZlUr0j4Ea+Qy39tqcDK60+uHCRSktMj+Odl2S\
    6A9g/5xCsQUAAA==
    """
}
