/// The one stylesheet of all pages. Every page contains it, so a page is one answer and loads nothing else.
enum Stylesheet {
  /// What the page's policy allows: the SHA-256 digest of `element`, in the spelling of Content Security Policy Level 3.
  /// A constant, so that nothing is computed when serving; a test recomputes it.
  static let hash = "sha256-Ir7s+1MhkytLkUVcVTuWhXetEyxpYmQWEx9SZJpzxnI="

  /// The content of the `style` element, byte for byte.
  static let element: HTML = """
    :root{color-scheme:light dark;\
    --page:#eef0f6;--card:#ffffff;--line:#d5d9e4;--edge:#767d92;--text:#1a1d29;--quiet:#565d72;\
    --accent:#3346c8;--accent-strong:#26369f;--on-accent:#ffffff;--tint:#eef0fd;\
    --fault:#b3142b;--fault-tint:#fdeef0;--mark:#ffe9a8;--on-mark:#4a3600;--mark-line:#d9b84a}
    @media (prefers-color-scheme:dark){:root{\
    --page:#11131a;--card:#1b1e29;--line:#343949;--edge:#858da6;--text:#eceef6;--quiet:#aab1c6;\
    --accent:#a9b6ff;--accent-strong:#c6cfff;--on-accent:#12173b;--tint:#262b40;\
    --fault:#ff9aa6;--fault-tint:#3a1d25;--mark:#3d3210;--on-mark:#ffe08a;--mark-line:#6d5a1e}}
    *,*::before,*::after{box-sizing:border-box}
    [hidden]{display:none!important}
    html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
    body{margin:0;min-height:100vh;min-height:100dvh;display:flex;flex-direction:column;align-items:center;\
    padding:0 1rem 2rem;background:var(--page);color:var(--text);\
    font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;overflow-wrap:anywhere}
    .mark{position:sticky;top:0;z-index:1;align-self:stretch;margin:0 -1rem;padding:.375rem 1rem;text-align:center;\
    font-size:.875rem;font-weight:600;background:var(--mark);color:var(--on-mark);border-bottom:1px solid var(--mark-line)}
    .mark span{font-weight:400}
    .card{width:100%;max-width:27.5rem;margin:auto 0;padding:2.25rem 2.5rem 2.5rem;background:var(--card);\
    border:1px solid var(--line);border-radius:.875rem;box-shadow:0 1px 2px rgb(16 20 40/.06),0 12px 32px rgb(16 20 40/.08)}
    .mark+.card{margin-top:max(1.5rem,9vh);margin-bottom:0}
    .brand{display:flex;align-items:center;gap:.75rem;margin-bottom:1.75rem;font-weight:600;color:var(--quiet)}
    .logo{flex:none}
    .logo rect{fill:var(--accent)}
    .logo path{fill:none;stroke:var(--on-accent);stroke-width:2.4;stroke-linejoin:round}
    .logo circle{fill:var(--on-accent)}
    h1{margin:0 0 .25rem;font-size:1.5rem;line-height:1.25;font-weight:650;letter-spacing:-.01em}
    h2{margin:1.5rem 0 .5rem;font-size:1rem;line-height:1.4}
    p{margin:.5rem 0 0}
    .purpose,.hint,.quiet{color:var(--quiet)}
    .purpose{margin:0}
    .purpose strong{color:var(--text)}
    .hint,.quiet{font-size:.875rem}
    .account{display:inline-block;max-width:100%;margin:.75rem 0 0;padding:.25rem .75rem;border:1px solid var(--line);\
    border-radius:1rem;font-size:.875rem;background:var(--tint)}
    .account+p{margin-top:1rem}
    form{margin:1.5rem 0 0}
    .field{margin-bottom:1.25rem}
    .field label{display:block;font-weight:600;margin-bottom:.375rem;font-size:.9375rem}
    .field input,textarea{display:block;width:100%;min-height:2.75rem;padding:.5rem .75rem;font:inherit;color:inherit;\
    background:var(--card);border:1px solid var(--edge);border-radius:.5rem}
    .field [aria-invalid]{border-color:var(--fault);box-shadow:inset 0 0 0 1px var(--fault)}
    input[name=otc]{font-size:1.25rem;letter-spacing:.15em;font-variant-numeric:tabular-nums}
    .card>.fault,#service_exception_message .fault{margin-top:1rem}
    .fault{margin:0 0 .75rem;padding:.5rem .75rem;border-left:4px solid var(--fault);border-radius:.25rem;\
    color:var(--fault);background:var(--fault-tint);font-size:.9375rem}
    .check{display:flex;gap:.625rem;align-items:flex-start;margin:1.25rem 0}
    .check input{flex:none;width:1.25rem;height:1.25rem;margin:.125rem 0 0;accent-color:var(--accent)}
    .buttons{display:flex;flex-wrap:wrap;gap:.75rem;margin-top:1.5rem}
    .buttons>span{display:flex;flex:1 1 7rem}
    ::placeholder{color:var(--quiet);opacity:1}
    .button{flex:1 1 7rem;min-height:2.75rem;padding:.5rem 1rem;font:inherit;font-weight:600;text-align:center;\
    text-decoration:none;cursor:pointer;color:var(--text);background:var(--card);border:1px solid var(--edge);border-radius:.5rem}
    .button:hover{background:var(--tint)}
    .main{color:var(--on-accent);background:var(--accent);border-color:transparent}
    .main:hover{background:var(--accent-strong)}
    a,.link{color:var(--accent);text-decoration:underline;text-underline-offset:.15em}
    .main,a.button{text-decoration:none}
    a.main{color:var(--on-accent)}
    .link{padding:.25rem 0;font:inherit;text-align:left;background:none;border:0;cursor:pointer}
    a:hover,.link:hover{color:var(--accent-strong)}
    a.main:hover{color:var(--on-accent)}
    :focus-visible{outline:3px solid var(--accent);outline-offset:2px}
    .tiles{list-style:none;margin:0;padding:0}
    .tile{display:flex;gap:.875rem;align-items:center;width:100%;padding:.75rem;font:inherit;text-align:left;color:inherit;\
    cursor:pointer;background:var(--card);border:1px solid var(--line);border-radius:.625rem}
    .tiles li+li{margin-top:.5rem}
    .tile:hover{background:var(--tint)}
    .avatar{flex:none;width:2.5rem;height:2.5rem;border-radius:50%;line-height:2.5rem;text-align:center;font-weight:600;\
    background:var(--tint);color:var(--accent)}
    .app{display:flex;gap:.875rem;align-items:center;margin-top:1.25rem}
    .who{flex:1;min-width:0}
    .who span,.who .name{display:block}
    .who span{font-size:.875rem;color:var(--quiet)}
    .who .name{font-size:1rem;font-weight:600;color:var(--text)}
    .permissions{list-style:none;margin:1rem 0;padding:0;border:1px solid var(--line);border-radius:.625rem}
    .permissions li{padding:.625rem .875rem}
    .permissions li+li{border-top:1px solid var(--line)}
    summary{padding-left:1.25rem;text-indent:-1.25rem;font-weight:600;cursor:pointer}
    .permissions details>p{padding-left:1.25rem}
    .permissions p{margin:.25rem 0 .125rem;font-size:.875rem;color:var(--quiet)}
    .note{margin:1.25rem 0;padding:.75rem .875rem;border:1px solid var(--mark-line);border-radius:.5rem;\
    background:var(--mark);color:var(--on-mark);font-size:.9375rem}
    .note h2,.details h2{margin:0 0 .25rem}
    .note a{color:inherit}
    .details{margin-top:1.5rem;padding-top:1.25rem;border-top:1px solid var(--line);font-size:.875rem}
    dl{margin:0}
    dt{margin-top:.5rem;color:var(--quiet)}
    dd{margin:0}
    dd,.fault{white-space:pre-line}
    code{font-family:ui-monospace,"SF Mono",Consolas,"DejaVu Sans Mono",monospace}
    footer{width:100%;max-width:27.5rem;padding:1rem .5rem 0;text-align:center;font-size:.8125rem;color:var(--quiet)}
    .visually-hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
    .aside{display:none}
    .aside:target{display:block}
    .card:has(.aside:target)>:not(.brand,.aside:target){display:none}
    @media (max-width:30rem){body{padding:0 .75rem 1.5rem}.mark{margin:0 -.75rem}.mark+.card{margin-top:1rem}\
    .card{padding:1.5rem 1.25rem}}
    @media (prefers-reduced-motion:no-preference){.button,.tile{transition:background-color .12s}}
    """
}
