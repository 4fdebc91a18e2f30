"""Selectors by which public browser tests find their way through the service's sign-in pages: ids, names, roles and texts alone.

A step is what is done, how the thing is found, and by which name. What is done: `see` it, `click` it, or fill in a `name`, a `password` or a
`code`. How it is found: by `css`, `xpath`, `text`, `label` or `placeholder`, or by a role of ARIA, such as `button`. A fourth part is the whole
text that it has. `again` asks for a sign-in with a choice of accounts, `register` goes through the pages that register a second factor; both
have no selectors here.
"""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Recorded:
    """One public test."""

    address: str
    date: str
    """Of the commit that has it."""
    tool: str
    steps: list = field(default_factory=list)
    at: str = "a tenant"
    """Whose pages: `a tenant`, or `everybody`, where accounts of any kind sign in."""
    mistake: str = ""
    """`name` or `password`, where the test is about one that is wrong."""
    factor: bool = False
    """Whether a second factor is asked for."""

    @property
    def arrives(self):
        """Whether the last step answers the last page, so that the app gets its code."""
        deed, *rest = self.steps[-1]
        return deed == "click" and rest[-1] in ("Yes", "#idBtn_Back", "[id='idBtn_Back']", "input#idSIButton9")


def github(place):
    return "https://github.com/" + place


EMAIL = ("name", "css", 'input[type="email"]')
SUBMIT = ("click", "css", 'input[type="submit"]')
MAIN = ("click", "css", "#idSIButton9")

RECORDED = [
    Recorded(github("AshrithChada/testing performlytest.spec.js"), "2025-03-10", "Playwright", at="everybody", steps=[
        ("click", "img", "Organization banner logo"),
        ("click", "textbox", "Enter your email, phone, or"),
        ("click", "button", "Next"),
        ("click", "button", "Sign-in options undefined"),
        ("click", "button", "Back"),
        ("click", "textbox", "Enter your email, phone, or"),
        ("click", "link", "Can’t access your account?"),
        ("click", "button", "Work or school account"),
        ("click", "button", "Cancel"),
        ("click", "css", "#lightbox > div:nth-child(2)"),
    ]),
    Recorded(github("Arunkavin007/Playwright tests/test-5.spec.ts"), "2024-11-02", "Playwright", at="everybody", steps=[
        ("name", "label", "Enter your email, phone, or"),
        ("click", "button", "Next"),
        ("see", "css", "#i0118"),
        ("password", "placeholder", "Password"),
        ("click", "button", "Sign in"),
        ("click", "button", "Yes"),
    ]),
    Recorded(github("anniekvandijk/alpacamundo-angular-app cypress/support/ad-login.ts"), "2023-06-02", "Cypress", [
        EMAIL, SUBMIT, ("password", "css", 'input[type="password"]'), SUBMIT, ("click", "css", "#idBtn_Back"),
    ]),
    Recorded(github("joaopsbarbosa/cypress-microsoft-SSO cypress/plugins/azure-ad-sso/plugin.js"), "2021-12-02", "Cypress", [
        ("see", "css", "input[name=loginfmt]:not(.moveOffScreen)"),
        ("name", "css", "input[name=loginfmt]"),
        ("click", "css", "input[type=submit]"),
        ("see", "css", "input[name=Password]:not(.moveOffScreen),input[name=passwd]:not(.moveOffScreen)"),
        ("password", "css", "input[name=passwd]"),
        ("click", "css", "input[type=submit]"),
    ]),
    Recorded(github("jusantamaria/CypressFixtures Aysa/cypress/e2e/Aysa/Login.spec.js"), "2023-03-30", "Cypress", [
        ("click", "css", "#i0116"), ("name", "css", "#i0116"), MAIN, ("password", "css", "#i0118"),
    ]),
    Recorded(github("enjesl/PA locators/admin/MicrosoftLoginLocators.ts"), "2025-08-02", "Playwright", factor=True, steps=[
        EMAIL, SUBMIT, ("password", "css", 'input[type="password"]'), SUBMIT,
        ("see", "css", "#idDiv_SAOTCAS_Title"),
        ("code", "css", 'input[name="otc"]'),
        SUBMIT,
        ("see", "css", "input#idBtn_Back"),
        ("click", "css", "input#idSIButton9"),
    ]),
    Recorded(github("romankhr/cypress-ts-cucumber cypress/pages/LoginPage.ts"), "2023-06-02", "Cypress", mistake="name", steps=[
        ("name", "css", "input[type=\"email\"]"), MAIN,
        ("see", "css", "#usernameError",
         "This username may be incorrect. Make sure you typed it correctly. Otherwise, contact your admin."),
    ]),
    Recorded(github("romankhr/cypress-ts-cucumber cypress/pages/LoginPage.ts"), "2023-06-02", "Cypress", mistake="password", factor=True, steps=[
        ("name", "css", "input[type=\"email\"]"), MAIN, ("password", "css", 'input[type="password"]'), MAIN,
        ("see", "css", "#passwordError",
         "Your account or password is incorrect. If you don't remember your password, reset it now."),
    ]),
    Recorded(github("PraveenAnil/sample-zip-1 azure-working.py"), "2022-01-19", "Selenium", [
        ("name", "css", "[name=loginfmt]"), MAIN, ("see", "css", "#i0118"), ("password", "css", "[name=passwd]"), MAIN,
        ("click", "css", "#idBtn_Back"),
    ]),
    Recorded(github("waltergabrielps/little-demo pages/objectRepository/LoginPageObjects.ts"), "2023-03-13", "Playwright", [
        ("name", "css", "[name='loginfmt']"),
        ("click", "css", '[data-report-event="Signin_Submit"]'),
        ("password", "css", '[name="passwd"]'),
        ("click", "css", '[data-report-event="Signin_Submit"]'),
        ("click", "css", "[id='idBtn_Back']"),
    ]),
    Recorded(github("ddeogharkar/mc_changes Pages/pageObjects/LoginPageObjects.ts"), "2021-12-17", "Playwright", [
        ("name", "xpath", "//input[@id='i0116']"),
        ("click", "text", "Next"),
        ("password", "xpath", "//input[@id='i0118']|//input[@type='password']"),
        ("click", "text", "Sign in"),
        MAIN,
        ("again",),
        ("click", "css", "div[role='button']:has-text('Use another account')"),
        ("see", "xpath", "//input[@id='i0116']"),
    ]),
    Recorded(github("Anupama-92/Playwright-Python tests/pages/microsoft_login_page.py"), "2025-08-20", "Playwright", at="everybody", steps=[
        ("name", "textbox", "Enter your email, phone, or"),
        ("click", "button", "Next"),
        ("password", "textbox", "Enter the password for {name}"),
        ("click", "button", "Sign in"),
        ("click", "button", "Yes"),
    ]),
    Recorded(github("gcxchange-gcechange/spfx-careerMarketplace haibun/e2e/features/basic-accessible.feature"), "2025-02-21", "Playwright",
             factor=True, steps=[
        ("see", "text", "Sign in"),
        ("name", "css", "[name=loginfmt]"),
        ("click", "text", "Next"),
        ("see", "text", "Enter password"),
        ("password", "css", "[name=passwd]"),
        ("click", "text", "Sign in"),
        ("see", "text", "More information required"),
        ("click", "text", "Next"),
        ("register",),
        ("see", "text", "Stay signed in?"),
        ("click", "text", "Don't show this again"),
        ("click", "text", "Yes"),
    ]),
]  # fmt: skip
