const style = `
:root{color-scheme:light dark;--line:#d6dae0;--quiet:#5b6470;--accent:#0b6e4f;--on-accent:#fff;--ground:#f5f6f8;--card:#fff;--ink:#1f2933}
@media (prefers-color-scheme:dark){:root{--line:#3a424d;--quiet:#a8b0bb;--accent:#4cc59b;--on-accent:#08251b;--ground:#14181d;--card:#1d232a;--ink:#e6e9ed}}
*{box-sizing:border-box}body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
header{background:var(--card);border-bottom:1px solid var(--line)}header p{max-width:52rem;margin:0 auto;padding:.75rem 1rem;font-weight:600}
main{max-width:52rem;margin:1.5rem auto;padding:0 1rem}h1{font-size:1.5rem;line-height:1.25;margin:0 0 .25rem}h2{font-size:1.125rem;margin:2rem 0 .5rem}
p{margin:0 0 1rem}.quiet,small{color:var(--quiet)}small{display:block}
ul{list-style:none;margin:1rem 0;padding:0;background:var(--card);border:1px solid var(--line);border-radius:6px}
li{display:flex;flex-wrap:wrap;gap:.25rem 1rem;align-items:center;padding:.75rem 1rem}li+li{border-top:1px solid var(--line)}
li>:first-child{flex:1 1 14rem;min-width:0;overflow-wrap:anywhere}.price{display:flex;flex-wrap:wrap;align-items:center;justify-content:flex-end;gap:.25rem 1rem;margin-left:auto;white-space:nowrap;font-variant-numeric:tabular-nums}
ol{flex:1 1 100%;margin:0;padding-left:1.25rem;color:var(--quiet)}ol li{display:list-item;padding:0;border:0}
details{flex:1 1 100%}summary{cursor:pointer;color:var(--accent);padding:.25rem 0}a{color:var(--accent)}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}input.day{width:10rem}
input{width:5.5rem;font:inherit;padding:.4rem .5rem;border:1px solid var(--quiet);border-radius:6px;background:var(--card);color:inherit}
button{font:inherit;padding:.5rem 1rem;border:1px solid var(--quiet);border-radius:6px;background:transparent;color:inherit;cursor:pointer}
button.main{background:var(--accent);border-color:var(--accent);color:var(--on-accent);font-weight:600}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}.buttons{display:flex;flex-wrap:wrap;gap:.5rem}code{overflow-wrap:anywhere}@media (max-width:30rem){.price{flex:1 1 100%}}`;

/** Text escaped for HTML. */
export function escaped(value: string): string {
  return value.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** A page of the sandbox. */
export function html(title: string, body: string): string {
  return `<!doctype html><html lang="de"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title><style>${style}</style></head>
<body><header><p>Sandbox-Shop</p></header><main><h1>${escaped(title)}</h1>${body}</main></body></html>`;
}
