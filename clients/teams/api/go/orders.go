// Package orders is the API under test: who may ask for orders.
package orders

import (
	"crypto"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"math/big"
	"net/http"
	"strings"
	"time"
)

const clientID = "a9100000-0000-4000-8000-000000000005"

// Claims are what the API asks of a token.
type Claims struct {
	Issuer   string   `json:"iss"`
	Audience string   `json:"aud"`
	Scope    string   `json:"scp"`
	Roles    []string `json:"roles"`
	Expires  int64    `json:"exp"`
}

// ClaimsOf is what a good token states. Everybody else is refused.
func ClaimsOf(client *http.Client, token, tenant string) (claims Claims, err error) {
	parts := strings.Split(token, ".")
	if len(parts) != 3 {
		return claims, errors.New("refused: not a token")
	}
	var head struct{ Alg, Kid string }
	if err = decode(parts[0], &head); err != nil {
		return claims, err
	}
	key, err := keyOf(client, tenant, head.Kid)
	if err != nil {
		return claims, err
	}
	sum := sha256.Sum256([]byte(parts[0] + "." + parts[1]))
	signature, _ := base64.RawURLEncoding.DecodeString(parts[2])
	if head.Alg != "RS256" || rsa.VerifyPKCS1v15(key, crypto.SHA256, sum[:], signature) != nil {
		return claims, errors.New("refused: signature")
	}
	if err = decode(parts[1], &claims); err != nil {
		return claims, err
	}
	if claims.Issuer != "https://login.microsoftonline.com/"+tenant+"/v2.0" || claims.Audience != clientID {
		return claims, errors.New("refused: issuer or audience")
	}
	if time.Unix(claims.Expires, 0).Before(time.Now()) {
		return claims, errors.New("refused: expired")
	}
	return claims, nil
}

func decode(part string, value any) error {
	bytes, err := base64.RawURLEncoding.DecodeString(part)
	if err != nil {
		return err
	}
	return json.Unmarshal(bytes, value)
}

func keyOf(client *http.Client, tenant, kid string) (*rsa.PublicKey, error) {
	answer, err := client.Get("https://login.microsoftonline.com/" + tenant + "/discovery/v2.0/keys")
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	var document struct{ Keys []struct{ Kid, N, E string } }
	if err := json.NewDecoder(answer.Body).Decode(&document); err != nil {
		return nil, err
	}
	for _, key := range document.Keys {
		if key.Kid == kid {
			n, _ := base64.RawURLEncoding.DecodeString(key.N)
			e, _ := base64.RawURLEncoding.DecodeString(key.E)
			return &rsa.PublicKey{N: new(big.Int).SetBytes(n), E: int(new(big.Int).SetBytes(e).Int64())}, nil
		}
	}
	return nil, errors.New("refused: the key is not published")
}
