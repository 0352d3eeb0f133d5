import { describe, expect, it } from 'vitest';
import { composeMail } from './mail.ts';

const subject = {
  heading: 'Freigabe PO-000042: Aufgabe für Sie',
  note: '„Bohrer <b>“',
  facts: [
    { label: 'Lieferant', value: 'Meier & Söhne' },
    { label: null, value: '- 2 Stück Bohrer' },
    { label: 'Budget „Werkzeug“', value: 'frei 100,00 EUR, nach der Freigabe 25,00 EUR', share: 0.75 },
  ],
};
const mail = (...blocks: Parameters<typeof composeMail>[0]['blocks']) =>
  composeMail({ language: 'de', name: 'Ina', sender: 'Nordfeld', subject: 'Aufgabe', blocks });
const approve = { label: 'Freigeben oder ablehnen', url: 'https://kontor.example/a?b=1&c=2' };
const open = { label: 'In Kontor öffnen', url: 'https://kontor.example/p', isQuiet: true };

describe('MAIL-06 a designed mail', () => {
  it('shows facts as a table with a bar for the budget, and one button', () => {
    const { html } = mail(subject, approve, open);
    expect(html).toMatch(/<th scope="row"[^>]*>Lieferant<\/th><td[^>]*>Meier &amp; Söhne<\/td>/);
    expect(html).toContain('width:75%');
    expect(html.match(/class="k-button"/g)).toHaveLength(1);
    expect(html).toContain('href="https://kontor.example/a?b=1&amp;c=2"');
  });

  it('has colors of its own for quiet texts and links on dark screens', () => {
    const { html } = mail(subject, approve, open);
    for (const [, name] of html.matchAll(/class="(k-quiet|k-link)[ "]/g))
      expect(html).toContain(`.${name}{color:#`);
    expect(html).toContain(`class="k-link" style="color:#0b6e63">${open.label}`);
  });

  it('escapes markup in its content', () => {
    expect(mail(subject).html).toContain('„Bohrer &lt;b&gt;“');
    expect(mail(subject).html).not.toContain('<b>');
  });

  it('has the same content as plain text', () => {
    expect(mail(subject, approve, open).text).toContain(
      [
        'Freigabe PO-000042: Aufgabe für Sie',
        '„Bohrer <b>“',
        'Lieferant: Meier & Söhne',
        '- 2 Stück Bohrer',
        'Budget „Werkzeug“: frei 100,00 EUR, nach der Freigabe 25,00 EUR',
        '',
        'Freigeben oder ablehnen:',
        approve.url,
        '',
        'In Kontor öffnen:',
        open.url,
      ].join('\n'),
    );
  });

  it.each([
    [0, 'width:100%'],
    [2, '#b3261e'],
  ])('draws a budget of share %d within its bar', (share, part) => {
    const { html } = mail({ heading: 'A', note: null, facts: [{ label: 'Budget', value: 'x', share }] });
    expect(html).toContain(part);
    const widths = [...html.matchAll(/width:(-?\d+)%/g)].map(([, width]) => Number(width));
    expect(widths.filter((width) => width < 0 || width > 100)).toEqual([]);
  });

  it('fits narrow and dark screens', () => {
    const { html } = mail(subject);
    expect(html).toContain('prefers-color-scheme:dark');
    expect(html).toContain('max-width:552px');
    expect(html).toContain('<meta name="viewport" content="width=device-width">');
  });
});
