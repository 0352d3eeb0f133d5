import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { type Language, languageTag } from '../../../base/language.ts';
import { text } from '../../../platform/server/texts.ts';
import type { ReturnState } from '../return-states.ts';

/** Broadcast channel on which windows of a browser share news of carts. */
const punchoutChannel = 'kontor-punchout';

/** A standalone page whose only script is named in its content security policy; it contains nothing from a shop. */
interface Page {
  readonly language: Language;
  readonly title: string;
  readonly lines: readonly string[];
  readonly data: Readonly<Record<string, string | number | null>>;
  readonly script: string;
  /** Allowed form targets. */
  readonly formAction: string;
}

const style =
  ':root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:34rem;margin:15vh auto;padding:0 1rem}' +
  'h1{font-size:1.5rem;line-height:1.25}';

function sendPage(reply: FastifyReply, status: number, page: Page): FastifyReply {
  const { language, title, lines, data, script, formAction } = page;
  const hash = (content: string) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
  const attributes = Object.entries(data)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => ` data-${name}="${escaped(String(value))}"`)
    .join('');
  const policy = [
    "default-src 'none'",
    `script-src ${hash(script)}`,
    `style-src ${hash(style)}`,
    `form-action ${formAction}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return reply
    .code(status)
    .headers({ 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy.join('; ') })
    .send(
      `<!doctype html><html lang="${languageTag(language)}"><head><meta charset="utf-8">` +
        `<meta name="viewport" content="width=device-width"><title>${escaped(title)}</title><style>${style}</style></head>` +
        `<body${attributes}><main><h1>${escaped(title)}</h1>${lines.map((line) => `<p>${escaped(line)}</p>`).join('')}` +
        `<p><a id="on" hidden></a></p></main><script>${script}</script></body></html>`,
    );
}

function escaped(value: string): string {
  return value.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/**
 * Waits for the opening window to send the shop's form. The window opens on the click, before the shop answers, since
 * browsers would block it later. The form goes to the shop only, and the shop gets no reference to the opening
 * window.
 */
const launchScript = `
const from = opener;
addEventListener('message', (event) => {
  if (event.origin !== location.origin || event.source !== from) return;
  const start = event.data;
  if (!start || start.kind !== 'kontor-punchout-start' || !/^https?:/i.test(start.url)) return;
  window.opener = null;
  if (start.method === 'get' && Object.keys(start.fields).length === 0) return location.replace(start.url);
  const form = document.createElement('form');
  form.method = start.method;
  form.action = start.url;
  form.acceptCharset = 'utf-8';
  for (const [name, value] of Object.entries(start.fields)) {
    const field = document.createElement('input');
    field.type = 'hidden';
    field.name = name;
    field.value = value;
    form.append(field);
  }
  document.body.append(form);
  HTMLFormElement.prototype.submit.call(form);
});
if (from) from.postMessage({ kind: 'kontor-punchout-ready' }, location.origin);`;

/** The page from which a shop is opened. */
export function sendLaunchPage(reply: FastifyReply, language: Language): FastifyReply {
  return sendPage(reply, 200, {
    language,
    title: text(language, 'punchout.launch_title'),
    lines: [text(language, 'punchout.launch_text')],
    data: {},
    script: launchScript,
    formAction: 'https: http:',
  });
}

/**
 * Announces the returned cart to the windows of this browser and closes itself when one shows it. If none does, or
 * none is logged in, the person logs in and finds the cart in the request (AUTH-25).
 */
const returnScript = `
const { cart, token } = document.body.dataset;
const link = document.getElementById('on');
const goOn = () => {
  if (!token) return;
  const address = '/login?punchout=' + encodeURIComponent(token);
  link.href = address;
  link.textContent = document.body.dataset.on;
  link.hidden = false;
  location.replace(address);
};
const channel = new BroadcastChannel('${punchoutChannel}');
let waiting = setTimeout(goOn, 2000);
channel.onmessage = ({ data }) => {
  if (!data || data.cart !== cart) return;
  clearTimeout(waiting);
  if (data.kind === 'hearing') waiting = setTimeout(goOn, 15000);
  if (data.kind === 'lost') goOn();
  if (data.kind !== 'heard') return;
  channel.close();
  window.close();
  // Only a browser that does not let windows close themselves comes here.
  const { stay } = document.body.dataset;
  if (stay) setTimeout(() => { document.querySelector('p').textContent = stay; }, 1000);
};
channel.postMessage({ kind: 'returned', cart });`;

/** The page after a shop returns the browser. */
export function sendReturnPage(
  reply: FastifyReply,
  language: Language,
  reported: {
    readonly status: number;
    readonly key: ReturnState;
    readonly cartId: number | null;
    readonly token: string | null;
  },
): FastifyReply {
  const { status, key, cartId, token } = reported;
  return sendPage(reply, status, {
    language,
    title: text(language, `punchout.page.${key}.title`),
    lines: [text(language, `punchout.page.${key}.text`)],
    data: {
      cart: cartId,
      token,
      on: text(language, 'punchout.page.go_on'),
      stay: key === 'returned' ? text(language, 'punchout.page.stay') : null,
    },
    script: cartId === null ? '' : returnScript,
    formAction: "'none'",
  });
}
