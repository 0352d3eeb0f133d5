import { choiceLabelKey, fieldLabelKey } from '../../entity/labels.ts';
import { configuration } from '../configuration/settings.ts';
import { client } from '../master-data/client.ts';
import type { Company, Facts } from './facts.ts';
import { factTable } from './general-blocks.ts';
import type { Block } from './model.ts';
import { type Words, yesOrNo } from './words.ts';

type Rows = readonly (readonly [string, string])[];

/** Chapters about the flow of documents, by the current settings. */
export const flowBlocks = {
  procurement: (facts: Facts, words: Words): readonly Block[] => [
    { kind: 'list', items: requestSteps(facts, words) },
    factTable(
      settingRows(facts, words, ['product_group_required', 'approval_limit_priority', 'approve_from_mail']),
    ),
    ...perCompany(facts, words, (company) => [
      [words.label(fieldLabelKey('client', 'min_approval')), words.amount(String(company.min_approval))],
      ...choiceRows(company, words, [
        'self_approval',
        'amount_basis',
        'when_limit_exceeded',
        'when_budget_exceeded',
        'substitute_limit',
      ]),
      ...flagRows(company, words, [
        'contracts_in_budgets',
        'can_delete_document_directly',
        'punchout_enabled',
      ]),
    ]),
  ],

  invoice: (facts: Facts, words: Words): readonly Block[] => [
    { kind: 'list', items: invoiceSteps(facts, words) },
    factTable([
      ...settingRows(facts, words, [
        'invoice_approval',
        'invoice_export_target',
        'procurement_or_contract_required',
      ]),
      [words.label(fieldLabelKey('configuration', 'invoice_required_fields')), requiredFields(facts, words)],
    ]),
    ...perCompany(facts, words, (company) => [
      ...amountRows(company, words, [
        'tax_tolerance',
        'match_price_tolerance',
        'match_price_tolerance_amount',
        'match_quantity_tolerance',
        'match_quantity_tolerance_amount',
        'match_freight_tolerance_amount',
      ]),
      ...flagRows(company, words, [
        'bank_change_second_person',
        'separate_check',
        'touchless_invoices',
        'separate_signature',
      ]),
    ]),
  ],
} as const;

function requestSteps(facts: Facts, words: Words): readonly string[] {
  return [
    words.of('request.enter'),
    words.of('request.select'),
    approvalStep(facts, words),
    words.of('request.order'),
    words.of('request.receive'),
  ];
}

/** Number of approvals, over all companies. */
function approvalStep({ companies }: Facts, words: Words): string {
  const counts = companies.map(({ min_approval }) => min_approval);
  const least = Math.min(...counts);
  const most = Math.max(...counts);
  if (least < most) return words.of('request.approve.span', { least, most });
  return most > 1
    ? words.of('request.approve.many', { count: most })
    : words.of('request.approve.one', { count: 1 });
}

function invoiceSteps(facts: Facts, words: Words): readonly string[] {
  const { settings, mailboxes, tenant } = facts;
  const ways = [
    words.of('intake.upload'),
    ...(tenant.import_invoice_email
      ? [words.of('intake.address', { address: tenant.import_invoice_email })]
      : []),
    ...mailboxes
      .filter(({ isAutomatic }) => isAutomatic)
      .map(({ name }) => words.of('intake.mailbox', { name })),
    words.of('intake.scanner'),
  ];
  const approval = String(settings.invoice_approval);
  return [
    words.of('receipt.receive', { ways: ways.join(', ') }),
    words.of('receipt.recognise'),
    words.of('receipt.check'),
    words.of(`receipt.approval.${approval === 'always' || approval === 'never' ? approval : 'if_no_order'}`),
    words.of('receipt.account'),
    words.of('receipt.export', {
      target: words.label(
        choiceLabelKey(configuration, 'invoice_export_target', String(settings.invoice_export_target)),
      ),
    }),
  ];
}

/** Settings of the tenant with the labels of the settings page. */
function settingRows(facts: Facts, words: Words, keys: readonly string[]): Rows {
  return keys.map((key) => {
    const value = facts.settings[key];
    const shownValue =
      typeof value === 'boolean'
        ? yesOrNo(words, value)
        : words.label(choiceLabelKey(configuration, key, String(value)));
    return [words.label(fieldLabelKey('configuration', key)), shownValue];
  });
}

function requiredFields({ settings }: Facts, words: Words): string {
  const names = Array.isArray(settings.invoice_required_fields) ? settings.invoice_required_fields : [];
  const labels = names.map((name) =>
    words.label(choiceLabelKey(configuration, 'invoice_required_fields', String(name))),
  );
  return labels.length === 0 ? words.of('word.none') : labels.join(', ');
}

function perCompany(facts: Facts, words: Words, rowsOf: (company: Company) => Rows): readonly Block[] {
  return facts.companies.map((company) =>
    factTable(rowsOf(company), words.of('word.rules_of', { company: company.name })),
  );
}

type Named<Value> = {
  [Key in keyof Company]: Company[Key] extends Value ? Key : never;
}[keyof Company];

function choiceRows(company: Company, words: Words, keys: readonly Named<string>[]): Rows {
  return keys.map((key) => [
    words.label(fieldLabelKey('client', key)),
    words.label(choiceLabelKey(client, key, String(company[key]))),
  ]);
}

function flagRows(company: Company, words: Words, keys: readonly Named<boolean>[]): Rows {
  return keys.map((key) => [
    words.label(fieldLabelKey('client', key)),
    yesOrNo(words, company[key] === true),
  ]);
}

function amountRows(company: Company, words: Words, keys: readonly Named<string>[]): Rows {
  return keys.map((key) => [words.label(fieldLabelKey('client', key)), words.amount(String(company[key]))]);
}
