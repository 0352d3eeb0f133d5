import type { MailBlock, MailFact, MailLink, MailSubject } from './mail-blocks.ts';

/**
 * Colors are inline, for programs that drop style sheets, and in classes, for dark screens. The layout uses tables,
 * because some mail programs support no other.
 */
const dark = `:root{color-scheme:light dark}
p{margin:0 0 14px}
@media (prefers-color-scheme:dark){
.k-page{background:#101415!important;color:#e6eaea!important}
.k-card{background:#181d1f!important;border-color:#2c3437!important}
.k-quiet{color:#9aa6a9!important}
.k-link{color:#5cc4b6!important}
.k-line{border-color:#2c3437!important}
.k-rest{background:#2c3437!important}
}
@media (max-width:480px){.k-page{padding:8px!important}.k-card{padding:16px!important}.k-button{display:block!important;text-align:center}}`;

const quiet = 'color:#5c6669';
const line = 'border-top:1px solid #e3e7e8';

/** The page of a mail: one card, 320 to 600 pixels wide, light or dark like the screen. */
export function mailPage(tag: string, blocks: readonly MailBlock[], footer: string): string {
  return `<!doctype html>
<html lang="${tag}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><style>${dark}</style></head>
<body class="k-page" style="margin:0;padding:24px;background:#f3f5f5;font-family:system-ui,-apple-system,'Segoe UI',sans-serif;font-size:15px;line-height:1.5;color:#14181a">
<div class="k-card" style="max-width:552px;margin:0 auto;padding:24px;border:1px solid #d8dcdd;border-radius:10px;background:#ffffff">
${blocks.map(blockHtml).join('\n')}
<p class="k-quiet k-line" style="margin:24px 0 0;padding-top:12px;${line};font-size:12px;${quiet}">${escapeHtml(footer)}</p>
</div>
</body>
</html>
`;
}

function blockHtml(block: MailBlock): string {
  if (typeof block === 'string') return `<p>${escapeHtml(block).replaceAll('\n', '<br>')}</p>`;
  return 'url' in block ? linkHtml(block) : subjectHtml(block);
}

function linkHtml({ label, url: address, isQuiet = false }: MailLink): string {
  const url = escapeHtml(address);
  if (isQuiet) return `<p><a href="${url}" class="k-link" style="color:#0b6e63">${escapeHtml(label)}</a></p>`;
  return `<p><a href="${url}" class="k-button" style="display:inline-block;padding:11px 20px;border-radius:6px;background:#0b6e63;color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(label)}</a></p>
<p class="k-quiet" style="font-size:12px;overflow-wrap:anywhere;${quiet}">${url}</p>`;
}

function subjectHtml({ heading, note, facts }: MailSubject): string {
  const rows = facts.map(factHtml).join('');
  return `<h2 class="k-line" style="margin:20px 0 4px;padding-top:16px;${line};font-size:17px;line-height:1.35">${escapeHtml(heading)}</h2>
${note === null ? '' : `<p>${escapeHtml(note)}</p>`}
${rows === '' ? '' : `<table style="width:100%;margin:0 0 14px;border-collapse:collapse;font-size:14px">${rows}</table>`}`;
}

function factHtml({ label, value, share }: MailFact): string {
  const shown = `${escapeHtml(value).replaceAll('\n', '<br>')}${share === undefined ? '' : barHtml(share)}`;
  const cell = `padding:4px 0;vertical-align:top;overflow-wrap:anywhere`;
  if (label === null) return `<tr><td colspan="2" style="${cell}">${shown}</td></tr>`;
  return `<tr><th scope="row" class="k-quiet" style="width:34%;padding:4px 12px 4px 0;vertical-align:top;text-align:left;font-weight:400;${quiet}">${escapeHtml(label)}</th><td style="${cell}">${shown}</td></tr>`;
}

/** The used share of a budget as a bar; a wholly used one is red. */
function barHtml(share: number): string {
  const used = Math.round(Math.min(1, Math.max(0, share)) * 100);
  const color = share > 1 ? '#b3261e' : '#0b6e63';
  const part = (width: number, background: string, name: string): string =>
    width === 0
      ? ''
      : `<td${name} style="width:${width}%;height:6px;padding:0;background:${background}"></td>`;
  return `<table aria-hidden="true" style="width:100%;margin:4px 0;border-collapse:collapse"><tr>${part(used, color, '')}${part(100 - used, '#e3e7e8', ' class="k-rest"')}</tr></table>`;
}

/** The text as content of HTML. */
export function escapeHtml(value: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return value.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
