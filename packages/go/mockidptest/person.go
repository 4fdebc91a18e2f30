package mockidptest

import (
	"net/http"
	"net/url"
	"strings"
)

// rightCode is the one-time code that the pages always take.
const rightCode = "123456"

// hidden is what a browser sends when nobody types anything.
func (f *htmlForm) hidden() url.Values {
	fields := url.Values{}
	for _, control := range f.controls {
		if control["type"] == "hidden" && control["name"] != "" {
			fields.Set(control["name"], control["value"])
		}
	}
	return fields
}

// typed is what the person sends with a form of the sign-in.
func (k *walk) typed(form *htmlForm) url.Values {
	fields := form.hidden()
	leaves := []string{}
	if k.answers.Cancel {
		leaves = append(leaves, "cancel", "decline")
	}
	if k.answers.Consent == "decline" {
		leaves = append(leaves, "decline")
	}
	for _, action := range leaves {
		if form.button("action", action) {
			fields.Set("action", action)
			return fields
		}
	}
	named, _ := form.control("loginfmt")
	if user, found := k.b.world.named(named["value"]); found {
		k.person = user // a page that asks for a password says whose
	}
	if _, picker := form.control("account"); picker {
		for _, control := range form.controls {
			if control["name"] == "account" && strings.EqualFold(control["data-test-id"], k.person.Name) {
				fields.Set("account", control["value"])
				return fields
			}
		}
		fields.Set("action", "other")
		return fields
	}
	password := k.person.Password
	if k.answers.Password != "" {
		password = k.answers.Password
	}
	code := rightCode
	if k.answers.MFA == "fail" {
		code = "000000"
	}
	renewed := "Passw0rd!2"
	if k.answers.NewPassword != "" {
		renewed = k.answers.NewPassword
	}
	name := k.person.Name
	if named["value"] != "" {
		name = named["value"]
	}
	for field, text := range map[string]string{
		"loginfmt": name, "username": k.person.Name, "passwd": password, "otc": code, "currentPassword": password, "newPassword": renewed, "confirmNewPassword": renewed,
	} {
		if control, there := form.control(field); there && control["type"] != "hidden" {
			fields.Set(field, text)
		}
	}
	return fields
}

func (w *TestWorld) named(name string) (User, bool) {
	for _, user := range w.Users {
		if name != "" && strings.EqualFold(user.Name, name) {
			return user, true
		}
	}
	return User{}, false
}

// The pages keep the session in cookies, and the control API in the text of such a cookie: either goes on with what the other began.

var sessionHome = &url.URL{Scheme: "https", Host: loginHost, Path: "/"}

func (b *Browser) keep(session string) {
	cookies := (&http.Request{Header: http.Header{"Cookie": {session}}}).Cookies()
	for _, cookie := range cookies {
		cookie.Path, cookie.Secure = "/", true
	}
	b.jar.SetCookies(sessionHome, cookies)
}

func (b *Browser) session() string {
	for _, cookie := range b.jar.Cookies(sessionHome) {
		if cookie.Name == "ESTSAUTH" || cookie.Name == "ESTSAUTHPERSISTENT" {
			return cookie.Name + "=" + cookie.Value
		}
	}
	return ""
}
