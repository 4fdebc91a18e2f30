"""The company of scenarios/own-world.yaml, by the names people use for it."""

from support.world import App, User

WOODGROVE = "6a1f3c58-2d0b-4e6f-9a77-0c5d8e3b1a42"
PHONE = App("0f6f3a51-6f0b-4f0a-8a57-1f1d9a2b7c11", "msauth.com.woodgrove.phone://auth")
SITE = App("0f6f3a51-6f0b-4f0a-8a57-1f1d9a2b7c12", "https://site.woodgrove.test/callback", "site-secret")
ORDERS = "0f6f3a51-6f0b-4f0a-8a57-1f1d9a2b7c13"
ORDERS_READ = "api://orders/Orders.Read"
JOB = App("0f6f3a51-6f0b-4f0a-8a57-1f1d9a2b7c14")
VAULT = "7b2f3c58-2d0b-4e6f-9a77-0c5d8e3b1a01"
DANA = User("dana@woodgrove.com", "3d0f3c58-2d0b-4e6f-9a77-0c5d8e3b1d01", "Dana Diaz", tenant=WOODGROVE)
LEO = User("leo@woodgrove.com", "3d0f3c58-2d0b-4e6f-9a77-0c5d8e3b1d02", "Leo Long", tenant=WOODGROVE)
GUS = User("gus@partner.onmicrosoft.com", "3d0f3c58-2d0b-4e6f-9a77-0c5d8e3b1d03", "Gus", tenant=WOODGROVE)
PIA = User("pia@mail.test", "", "Pia", tenant=WOODGROVE)
FORESTERS = "97f03c58-2d0b-4e6f-9a77-0c5d8e3b1a01"
