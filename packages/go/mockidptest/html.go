package mockidptest

import (
	"encoding/json"
	"html"
	"regexp"
	"strings"
)

// htmlPage is what a person sees of a page: its forms, and what it complains about. It knows of HTML what the server's pages use: attributes in
// double quotes.
type htmlPage struct {
	forms []*htmlForm
	alert string
	code  string
	title string
}

type htmlForm struct {
	action   string
	controls []map[string]string // the attributes; "" is the tag
}

var (
	ignored    = regexp.MustCompile(`(?is)<!--.*?-->|<style\b.*?</style>|<script\b.*?</script>`)
	tag        = regexp.MustCompile(`<(/?[a-zA-Z][a-zA-Z0-9]*)((?:\s+[^\s=>"]+(?:="[^"]*")?)*)\s*/?>`)
	attribute  = regexp.MustCompile(`([^\s=>"]+)(?:="([^"]*)")?`)
	configCode = regexp.MustCompile(`"sErrorCode":("(?:[^"\\]|\\.)*")`)
)

func readHTML(text string) *htmlPage {
	page := &htmlPage{}
	if found := configCode.FindStringSubmatch(text); found != nil {
		var digits string
		// A first page says 50058: nobody is signed in.
		if json.Unmarshal([]byte(found[1]), &digits) == nil && digits != "" && digits != "50058" {
			page.code = "AADSTS" + digits
		}
	}
	text = ignored.ReplaceAllString(text, "")
	var form *htmlForm
	for _, at := range tag.FindAllStringSubmatchIndex(text, -1) {
		name := strings.ToLower(text[at[2]:at[3]])
		attributes := map[string]string{"": name}
		for _, found := range attribute.FindAllStringSubmatch(text[at[4]:at[5]], -1) {
			attributes[found[1]] = html.UnescapeString(found[2])
		}
		switch name {
		case "form":
			form = &htmlForm{action: attributes["action"]}
			page.forms = append(page.forms, form)
		case "/form":
			form = nil
		case "input", "button":
			if form != nil {
				form.controls = append(form.controls, attributes)
			}
		case "h1":
			page.title = textOf(text[at[1]:], name)
		}
		if attributes["role"] == "alert" && page.alert == "" {
			page.alert = textOf(text[at[1]:], name)
		}
	}
	return page
}

// textOf is what stands before the end of an element, without the tags in it.
func textOf(text, element string) string {
	text, _, _ = strings.Cut(text, "</"+element)
	return strings.Join(strings.Fields(html.UnescapeString(tag.ReplaceAllString(text, ""))), " ")
}

// control is the control of this name.
func (f *htmlForm) control(name string) (map[string]string, bool) {
	for _, control := range f.controls {
		if control["name"] == name {
			return control, true
		}
	}
	return nil, false
}

// button tells whether there is a button with this name and value.
func (f *htmlForm) button(name, value string) bool {
	for _, control := range f.controls {
		if control[""] == "button" && control["name"] == name && control["value"] == value {
			return true
		}
	}
	return false
}
