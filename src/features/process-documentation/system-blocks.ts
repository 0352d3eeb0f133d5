import { amountOf } from '../../base/money.ts';
import { choiceLabelKey, fieldLabelKey } from '../../entity/labels.ts';
import { retentionYears } from '../../platform/constants.ts';
import { configuration } from '../configuration/settings.ts';
import { targets } from '../export-target/targets.ts';
import type { Facts } from './facts.ts';
import { administratorsOf } from './gaps.ts';
import { factTable } from './general-blocks.ts';
import type { Block } from './model.ts';
import { table } from './rights-blocks.ts';
import { type Words, type WordValues, yesOrNo } from './words.ts';

/** Chapters about the system, interfaces, accounts, retention and controls. */
export const systemBlocks = {
  system: (facts: Facts, words: Words): readonly Block[] => [
    factTable([
      [words.of('word.connection'), words.of(facts.isEncrypted ? 'word.encrypted' : 'word.not_encrypted')],
    ]),
  ],

  accounts: (facts: Facts, words: Words): readonly Block[] => [
    ...table(facts.taxKeys, words.of('word.tax_keys'), [4, 2, 2, 4], {
      head: ['word.company', 'word.tax_category', 'word.tax_rate', 'word.tax_key'].map((key) =>
        words.of(key),
      ),
      row: ({ company, category, percentage, key }) => [
        company,
        category,
        `${words.amount(percentage)} %`,
        key ?? words.of('word.without'),
      ],
    }),
    ...table(facts.accounts, words.of('word.accounts'), [1, 4], {
      head: [words.of('word.number'), words.of('word.name')],
      row: ({ number, name }) => [number, name],
    }),
  ],

  interfaces: (facts: Facts, words: Words): readonly Block[] => [
    ...table([{ way: 'browser', other: '' } as const, ...facts.ways], words.of('word.ways'), [3, 4, 6], {
      head: [words.of('word.way'), words.of('word.other_end'), words.of('word.data')],
      row: ({ way, other }) => [words.of(`way.${way}.name`), other, words.of(`way.${way}.data`)],
    }),
    ...exportBlocks(facts, words),
    ...table(facts.mailboxes, words.of('word.mailboxes'), [4, 2, 5, 4, 2], {
      head: [
        words.of('word.name'),
        words.of('word.protocol'),
        words.of('word.server'),
        words.of('word.company'),
        words.of('word.automatic'),
      ],
      row: ({ name, protocol, host, folder, company, isAutomatic }) => [
        name,
        protocol.toUpperCase(),
        `${host}, ${folder}`,
        company ?? words.of('word.all'),
        yesOrNo(words, isAutomatic),
      ],
    }),
    ...(facts.settings.module_procurement === true
      ? table(facts.marketplaces, words.of('word.marketplaces'), [3, 2, 3], {
          head: [words.of('word.name'), words.of('word.protocol'), words.of('word.supplier')],
          row: ({ name, protocol, supplier }) => [name, protocol.toUpperCase(), supplier],
        })
      : []),
    ...table(facts.destinations, words.of('word.destinations'), [3, 5], {
      head: [words.of('word.name'), words.of('word.place')],
      row: ({ name, place }) => [name, place],
    }),
    ...table(facts.tokens, words.of('word.tokens'), [1], {
      head: [words.of('word.people')],
      row: ({ name }) => [name],
    }),
    factTable([
      [
        words.label(fieldLabelKey('configuration', 'push_details')),
        yesOrNo(words, facts.settings.push_details === true),
      ],
    ]),
  ],

  retention: (facts: Facts, words: Words): readonly Block[] => [
    {
      kind: 'table',
      head: [words.of('word.kept'), words.of('word.years')],
      rows: [
        [words.of('kept.invoice'), String(facts.settings.retention_years_invoice)],
        [words.of('kept.order'), String(facts.settings.retention_years_order)],
        [words.of('kept.audit'), String(retentionYears.records)],
        [words.of('kept.documentation'), String(retentionYears.records)],
      ],
      shares: [5, 2],
    },
  ],

  controls: (facts: Facts, words: Words): readonly Block[] => [
    {
      kind: 'table',
      head: [words.of('word.control'), words.of('word.how')],
      rows: controlsOf(facts, words).map(([name, values]) => [
        words.of(`control.${name}.title`),
        words.of(`control.${name}.text`, values),
      ]),
      shares: [2, 5],
    },
    factTable(
      facts.companies.map((company) => [
        company.name,
        words.of(company.bank_change_second_person ? 'control.bank_on' : 'control.bank_off'),
      ]),
      words.label(fieldLabelKey('client', 'bank_change_second_person')),
    ),
  ],
} as const;

function exportBlocks(facts: Facts, words: Words): readonly Block[] {
  if (facts.settings.module_invoice !== true) return [];
  return [
    factTable([
      [
        words.label(fieldLabelKey('configuration', 'invoice_export_target')),
        words.label(
          choiceLabelKey(
            configuration,
            'invoice_export_target',
            String(facts.settings.invoice_export_target),
          ),
        ),
      ],
    ]),
    ...table(facts.connections, words.of('word.connections'), [3, 4, 2], {
      head: [words.of('word.system'), words.of('word.company'), words.of('word.state')],
      row: ({ system, company, isActive }) => [
        targets[system].system,
        company ?? words.of('word.all'),
        words.of(isActive ? 'word.connected' : 'word.interrupted'),
      ],
    }),
  ];
}

/** Active controls of enabled modules, with the values of their texts. */
function controlsOf(facts: Facts, words: Words): readonly (readonly [string, WordValues])[] {
  const { settings, companies } = facts;
  const least = Math.min(...companies.map(({ min_approval }) => min_approval));
  const hasInvoices = settings.module_invoice === true;
  const open = companies.filter(({ self_approval }) => self_approval !== 'never');
  const administrators = administratorsOf(facts);
  return [
    ['four_eyes', { least: Number.isFinite(least) ? least : 1 }],
    ...(open.length === 0
      ? []
      : ([['self_approval', { companies: open.map(({ name }) => name).join(', ') }]] as const)),
    ['limits', {}],
    [administrators > 1 ? 'rights' : 'rights_alone', { administrators }],
    ...loginControls(facts, words),
    ...(hasInvoices
      ? ([
          ['formal', {}],
          ['duplicates', {}],
          ['bank', {}],
          ['match', {}],
        ] as const)
      : []),
    ['numbers', {}],
    ['originals', {}],
    ['audit', {}],
    ['export', {}],
  ];
}

/** Configured controls of logins and sessions (AUTH-36). */
function loginControls({ settings }: Facts, words: Words): readonly (readonly [string, WordValues])[] {
  const {
    passkey_administrators: ofAdministrators,
    passkey_approval_amount: amount,
    session_idle_minutes: minutes,
    sign_on_only: isSignOnOnly,
  } = settings;
  return [
    ...(ofAdministrators === true ? ([['passkey_administrators', {}]] as const) : []),
    ...(typeof amount === 'number'
      ? ([['passkey_approvals', { amount: words.money(amountOf(amount)) }]] as const)
      : []),
    ...(isSignOnOnly === true ? ([['sign_on_only', {}]] as const) : []),
    ...(typeof minutes === 'number' ? ([['idle_sessions', { minutes }]] as const) : []),
  ];
}
