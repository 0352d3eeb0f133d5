import { describe, expect, it } from 'vitest';
import { company } from '../../../tests/support/order-facts.ts';
import type { Language } from '../../base/language.ts';
import { isRefusal } from '../../base/refusal.ts';
import { text } from '../../platform/server/texts.ts';
import { letterOf } from './notice.ts';
import { type NoticeFacts, noticeLetter } from './notice-letter.ts';
import { renderNotice } from './server/letter/render-notice.ts';

const partner: NonNullable<NoticeFacts['partner']> = {
  name: 'Kranservice Wiechmann GmbH',
  contact_person: null,
  address: 'Werftstraße 4',
  zipcode: '28197',
  city: 'Bremen',
  country: 'DE',
  order_language: null,
  client_number: 'K-771',
};

const facts: NoticeFacts = {
  number: 'CT-000087',
  external_contract_number: 'WV 2021/4',
  name: 'Wartung Krananlagen',
  company,
  partner,
  contact: { name: 'Ina Berg', email: 'ina.berg@nordfeld.example' },
  written_on: '2026-09-01',
  receipt_by: '2026-09-30',
  ends_on: '2026-12-31',
};

const written = (language: Language, changes: Partial<NoticeFacts> = {}) =>
  noticeLetter({ ...facts, ...changes }, { language, t: (key, values) => text(language, key, values) });
const pages = async (changes: Partial<NoticeFacts>) => {
  const pdf = await renderNotice({
    document: written('de', changes),
    pictures: { logo: null, letterhead: null, signature: null },
    issuedAt: new Date('2026-09-01T08:00:00Z'),
  });
  return pdf.toString('latin1').match(/\/Type \/Page\n/g)?.length ?? 0;
};

describe('CON-31 notice letter', () => {
  it('states contract, end and deadline in German, and asks for a confirmation', () => {
    const letter = written('de');
    expect(letter.title).toBe('Kündigung des Vertrags WV 2021/4');
    expect(letter.references).toEqual(
      expect.arrayContaining([
        { label: 'Ihre Vertragsnummer', value: 'WV 2021/4' },
        { label: 'Unsere Vertragsnummer', value: 'CT-000087' },
        { label: 'Datum', value: '01.09.2026' },
      ]),
    );
    expect(letter.recipient).toEqual(['Kranservice Wiechmann GmbH', 'Werftstraße 4', '28197 Bremen']);
    expect(letter.sender).toContain('Nordfeld Antriebstechnik GmbH');
    const [notice, receipt, confirmation] = letter.paragraphs;
    expect(notice).toMatch(/„Wartung Krananlagen“ zum 31\.12\.2026/);
    expect(receipt).toContain('30.09.2026');
    expect(confirmation).toMatch(/^Bitte bestätigen Sie/);
    expect(letter.closing?.name).toBe('Ina Berg');
  });

  it('states the same in English', () => {
    const letter = written('en');
    expect(letter.title).toBe('Termination of contract WV 2021/4');
    expect(letter.paragraphs[0]).toContain('31/12/2026');
    expect(letter.paragraphs[2]).toMatch(/^Please confirm in writing/);
  });

  it('CON-10 states no deadline for an agreed end, and our own number if the partner has none', () => {
    const letter = written('de', { receipt_by: null, external_contract_number: null });
    expect(letter.paragraphs).toHaveLength(2);
    expect(letter.title).toBe('Kündigung des Vertrags CT-000087');
  });

  it.each([
    ['with a usual name', {}],
    ['in Cyrillic', { partner: { ...partner, name: 'Общество «Кран Сервис Санкт-Петербург»' } }],
    ['with a name of 200 letters', { partner: { ...partner, name: 'Ä'.repeat(200) }, name: 'W'.repeat(255) }],
    ['that is missing', { partner: null, company: null, contact: null, name: null }],
  ])('is one page for a partner %s', async (_, changes) => expect(await pages(changes)).toBe(1));
});

describe('CON-31 delivery of the letter', () => {
  const days = { written_on: '2026-09-01', receipt_by: null, ends_on: '2026-12-31' };

  it('goes to the email address of the partner unless another one is given', () => {
    const to = (recipient: string | null, partnerEmail: string | null) => {
      const letter = letterOf({ channel: 'email', recipient }, { partnerEmail }, days);
      return isRefusal(letter) ? letter.code : letter.recipient;
    };
    expect(to(null, 'Post@Kran.example')).toBe('post@kran.example');
    expect(to('da@kran.example', 'post@kran.example')).toBe('da@kran.example');
    expect(to('  ', null)).toBe('specific_field_required');
    expect(to('keine Adresse', null)).toBe('invalid_type');
  });

  it('needs no email address for post', () =>
    expect(letterOf({ channel: 'post', recipient: 'x' }, { partnerEmail: null }, days)).toMatchObject({
      recipient: null,
    }));
});
