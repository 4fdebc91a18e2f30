// Written by scripts/embed-docs from docs/*.md: change those and run it again.

extension HandbookPage {
  static let pageTerraform: StaticString = """
    H4sIAAAAAAACA41WaW/bOBD9rl8xSBbYBLDUHM5RL7qAN3HTADmKxItgEQQRLVI2G4rUklQUbdH/vkNSshU3LVqgaC1yrjdvHmcTpkxrkitdAJEU\
    rksmpyqvomi6YFBq9cwp05CS/yrNCE2hIE/MgMVDQwoGavaFZdYAl1Co7InTEs+IBW7bm3jQqEqDZZJIm8A/7kemZM7nlSaWKwnGksYAMc6ImySK\
    NjdhN4GxBFK27lZJGj6X3isxazn2TrAUZ5vA58r6XJ0jLq2CNFNFSWSTNKQQ6QBqbhf+Rsl0wY3BfEwI2XyfqGSMmlEUpWnqzCOTYVGaqxG0XqNa\
    aUFHEYDxV0EqyfBXKN64A4BaKTrHpFn4CcDpCA7Jbr6fHRzHe3RnFg/ZYR6/J0dH8U52QI/Z/myXDPfa65SbUpDmCuEfwV3nrDtUBeESI98vwyRK\
    FjzTyqjcJpjoAL6C9MarK/4zN6csJ5WwI7C6YvDtAZ1Whuk2cULJCG1fxR9Tgn8LLgeglWAu8JlQMyLCV24sYqf0A3xDF9iF1lXJSya4XEJgmxKd\
    UcIKJdtPmeBM2nPEZic/zPfJwW58mDts8h0SH5ODo3g336Xvyd7sKNvfbY0MyzTD/Dv/cfjQnvZ63AUGiGFcloJnvsXJDZL8TnPLkrEQr+/cYH1j\
    41hWYGI/vHnKBJsTy+jnZbQzTX5m4Fvmj9dOzrSqyh/afVaYdfOWXe8kGJ4oSbmrj4hxljFjepf/xga/GQO5b7DQEcxd+ow62kfRBSPPOPY4V6SH\
    Z29kOuiRijj+UllYOAsu/ZhlQlXYUq8fTD/j2OJ/JWiWI9F6upIRIQZekdynL+gYc/e09Zei9dC1qgQNkSjOXBCRvcT3tglCMRMoUJAu9WKj1bQN\
    +PrN6VoDMwasKG0zwP9lBBMKytAZuMshRSafuVaeB0EOzCJiL6XSFsY3l4/TydX4avp4fvrhl8a6Z3lycT4Jlr9E+u8tbycnN5Pph3X+d9rsMYc4\
    7pQLknd9QQwtPkfxdJOkHPoOZ4S+p5S+P3ahGYNn9EFmOPYDEAjOa7hQbXttnjVw3x6/NA9bVKsyRtYXdJOYmMT+8/YSTLvUe9QQCz/4s4l9wkuh\
    TZK9WPCaAss4mJV1HERO1FIozBCJG7FnpNLGb1sdKNhNhCRksNELTTx3ulte2qFF/E/I+YtF+vRgS/ufUlRTh2KHs0cPOb3+nBWEsgROVFG4x8+2\
    lGcG09aV9GZu1pYGoyj9SS9fZRBmYNw+Pu2z7PmLiBHh2IyTkb5ZXxyvYIhjzKCs3IOODbN5CnPVjqpyzqAmzci93fe1UxBXdhvSPcSvn9CHLR/G\
    uL6j81WU7UCwCB/ulBcuh7QdWDwFRrJFu2ok8BebBzHBMmonHj2Ysb66VSIvBgHPtSRe3aqdNHuk7lqsl+xZ2y8yt1SYpz6pXW4cW0Uo1aiqbg7Q\
    bfquYBYfS0veMUlLhYuHSd/SicvJdHw6no4fP13fTq/Gl5MPWDERC2Xs6Hg43H+LqW8w1LPvVaquQOwFtsHp7plK4FrCBZfVi+sTPu6OX6s6fscK\
    KiweTRo3qOnt7cXjyeRm+vjx/GLitqQFxwbMsN1+wgzaWe+zINn1rcf4jkscMoPBHEhBpE1jLCtwJfARwyLWxXnY+rfi2VOMy5+2jg7D2N+K8Vac\
    MW157t5kFi8ttkPPQ7M+qRqEknNfj1s01xAIWk1QFeqWOFBJywXOLQ4NkabGtcYvi7i31EBaEXHa1kpdEECDEmNrxjzhigRuldstUw98GiKjC5TI\
    yrLAtSilOL5a4XGB2jSAhaqZJwtpMWjJg6supJotd48R7Jm0eyeXjA5b9KoMA8OdoSeerVWX5MCNmkccXfMsvL2r53MlyZq7fOdukKPo/rJbC3HT\
    IOXiYWvu/sFmbGObHUXqVjN8xjQBBzG2tDSYgBCIm8b4mnI5N6BywKr8i7yfvE923Id+8D+6X64KZFwQOar8ioBaF61EEUeKiTyJ/gevnOkTnQwA\
    AA==
    """
}
