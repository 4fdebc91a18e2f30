package mockidptest

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
)

// Message is a message that was sent, whole.
type Message struct {
	ID      string   `json:"id"`
	From    string   `json:"from"`
	To      []string `json:"to"`
	Subject string   `json:"subject"`
	Text    string   `json:"text"`
	HTML    string   `json:"html"`
	Links   []struct {
		URL  string `json:"url"`
		Text string `json:"text"`
	} `json:"links"`
	Codes       []string `json:"codes"`
	Attachments []struct {
		Name        string `json:"name"`
		ContentType string `json:"contentType"`
		Size        int    `json:"size"`
	} `json:"attachments"`

	t reporter
}

// Link is the address of the first link whose text or address has text in it. The test fails when there is none.
func (m Message) Link(text string) string {
	m.t.Helper()
	for _, link := range m.Links {
		if strings.Contains(link.Text, text) || strings.Contains(link.URL, text) {
			return link.URL
		}
	}
	m.t.Fatalf("'%s' has no link '%s'", m.Subject, text)
	return ""
}

// Code is what the pattern finds in the text first: its first group, if it has one. The test fails when it finds nothing.
func (m Message) Code(pattern string) string {
	m.t.Helper()
	found := regexp.MustCompile(pattern).FindStringSubmatch(m.Text)
	if found == nil {
		m.t.Fatalf("'%s' has nothing like %s. Its text is: %s", m.Subject, pattern, m.Text)
		return ""
	}
	return found[len(found)-1]
}

// WaitForMail gives the newest message that fits, as soon as it is there: WaitForMail(Words{"to": "kim@example.com"}). Words are to, from,
// subject, text, client, user, since and timeout, such as "5s". A message that came before counts too.
func (w *TestWorld) WaitForMail(filters Words) Message {
	w.t.Helper()
	var found struct {
		Mail []struct {
			ID string `json:"id"`
		} `json:"mail"`
	}
	w.Call(http.MethodPost, "mail/wait", filters, &found)
	message := Message{t: w.t}
	if len(found.Mail) > 0 {
		w.Call(http.MethodGet, "mail/"+url.PathEscape(found.Mail[0].ID), nil, &message)
	}
	return message
}
