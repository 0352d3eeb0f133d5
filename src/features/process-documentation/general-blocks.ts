import { fieldLabelKey } from '../../entity/labels.ts';
import { modules } from '../../platform/modules.ts';
import type { Company, Facts } from './facts.ts';
import type { Block } from './model.ts';
import { type Words, yesOrNo } from './words.ts';

/** Column widths of name and value. */
const factShares = [2, 3] as const;

/** Table of names and values; empty values are omitted. */
export function factTable(
  rows: readonly (readonly [string, string | null])[],
  title?: string,
): Extract<Block, { kind: 'table' }> {
  const filled = rows.flatMap(([name, value]) => (value === null || value === '' ? [] : [[name, value]]));
  return {
    kind: 'table',
    ...(title === undefined ? {} : { title }),
    head: [],
    rows: filled,
    shares: factShares,
  };
}

/** General chapters: company, organisation and modules. */
export const generalBlocks = {
  company: (facts: Facts, words: Words): readonly Block[] => [
    factTable([
      [words.of('word.tenant'), facts.tenant.name],
      [words.of('word.address'), facts.tenant.address],
      [words.label(fieldLabelKey('configuration', 'contact_email')), facts.tenant.contact_email],
    ]),
    ...facts.companies.map((company) => factTable(legalRows(company, words), company.name)),
  ],

  organisation: (facts: Facts, words: Words): readonly Block[] => [
    factTable(
      (['people', 'departments', 'cost_centers', 'suppliers', 'products'] as const).map((name) => [
        words.of(`count.${name}`),
        words.amount(String(facts.counts[name])),
      ]),
    ),
    factTable(
      facts.defaults.map(({ key, name }) => [words.label(fieldLabelKey('configuration', key)), name]),
      words.of('word.defaults'),
    ),
  ],

  modules: (facts: Facts, words: Words): readonly Block[] => [
    factTable(
      modules.map((name) => [
        words.label(fieldLabelKey('configuration', `module_${name}`)),
        words.of(facts.settings[`module_${name}`] === true ? 'word.on' : 'word.off'),
      ]),
    ),
    factTable([
      [
        words.label(fieldLabelKey('configuration', 'insolvency_law_fields')),
        yesOrNo(words, facts.settings.insolvency_law_fields === true),
      ],
      [words.label(fieldLabelKey('configuration', 'timezone')), String(facts.settings.timezone)],
    ]),
  ],

  glossary: (words: Words): readonly Block[] => [
    factTable(terms.map((term) => [words.of(`glossary.${term}.term`), words.of(`glossary.${term}.text`)])),
  ],

  /** Lines to sign by hand on the printed version. */
  signatures: (facts: Facts, words: Words): readonly Block[] => [
    {
      kind: 'table',
      head: ['word.role', 'word.name', 'word.place_and_day', 'word.signature'].map((key) => words.of(key)),
      rows: [
        ...facts.companies.map((company) => [
          `${words.of('signature.management')} ${company.name}`,
          company.managing_directors ?? '',
        ]),
        [words.of('signature.administration'), ''],
        [words.of('signature.accounting'), ''],
      ].map((row) => [...row, '\n\n', '']),
      shares: [4, 4, 3, 4],
    },
  ],
} as const;

/** Terms of the glossary, in alphabetical order of neither language. */
const terms = [
  'request',
  'approval',
  'limit',
  'receipt',
  'match',
  'e_invoice',
  'original',
  'audit_log',
  'retention',
  'archive',
  'two_persons',
  'passkey',
] as const;

function legalRows(company: Company, words: Words): readonly (readonly [string, string | null])[] {
  const label = (field: string) => words.label(fieldLabelKey('client', field));
  return [
    [words.of('word.address'), company.address],
    [label('legal_form'), company.legal_form],
    [label('registered_seat'), company.registered_seat],
    [words.of('word.register'), company.register],
    [label('managing_directors'), company.managing_directors],
    [label('vat_number'), company.vat_number],
    [label('tax_number'), company.tax_number],
    [label('currency'), company.currency],
    [label('fiscal_year_start'), company.fiscal_year_start.split('-').reverse().join('.').concat('.')],
  ];
}
