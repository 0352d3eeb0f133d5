import { z } from 'zod';
import { isBic, isBicOfIban } from '../../base/bic.ts';
import { isCreditorId, isIban, normalIban } from '../../base/iban.ts';

/**
 * The message formats that the operator's bank may accept; the first is the one in use until 2026, with unstructured
 * addresses.
 */
const sepaFormats = ['pain.008.001.02', 'pain.008.001.08'] as const;
export type SepaFormat = (typeof sepaFormats)[number];

/** The operator as SEPA creditor, who collects from tenants (DATA-07). */
export interface SepaCreditor {
  readonly id: string;
  readonly name: string;
  /** The account for collecting by files for its bank; null: direct debits are passed to the billing service. */
  readonly account: { readonly iban: string; readonly bic: string | null } | null;
  readonly format: SepaFormat;
}

export const sepaCreditorVariables = {
  SEPA_CREDITOR_ID: z
    .string()
    .refine(isCreditorId, { error: 'must be a creditor id such as DE98ZZZ09999999999' })
    .optional(),
  SEPA_CREDITOR_NAME: z.string().max(70, { error: 'must have at most 70 characters' }).optional(),
  SEPA_CREDITOR_IBAN: z
    .string()
    .refine((value) => isIban(normalIban(value)), { error: 'must be an IBAN' })
    .optional(),
  SEPA_CREDITOR_BIC: z.string().refine(isBic, { error: 'must be a BIC' }).optional(),
  SEPA_FORMAT: z
    .enum(sepaFormats, { error: `must be ${sepaFormats.join(' or ')}` })
    .default('pain.008.001.08'),
};
const variables = z.object(sepaCreditorVariables);
type Variables = z.infer<typeof variables>;

export function sepaCreditorProblems(env: Variables): readonly string[] {
  const {
    SEPA_CREDITOR_ID: id,
    SEPA_CREDITOR_NAME: name,
    SEPA_CREDITOR_IBAN: iban,
    SEPA_CREDITOR_BIC: bic,
  } = env;
  if (!id !== !name) return ['SEPA_CREDITOR_ID and SEPA_CREDITOR_NAME have a meaning only together.'];
  if (iban && !id) return ['SEPA_CREDITOR_IBAN has a meaning only together with SEPA_CREDITOR_ID.'];
  if (bic && !iban) return ['SEPA_CREDITOR_BIC has a meaning only together with SEPA_CREDITOR_IBAN.'];
  if (bic && iban && !isBicOfIban(bic, normalIban(iban)))
    return ['SEPA_CREDITOR_BIC is of another country than SEPA_CREDITOR_IBAN.'];
  return [];
}

/** Null without an id: the operator gets no mandates. */
export function sepaCreditor(env: Variables): SepaCreditor | null {
  const { SEPA_CREDITOR_ID: id, SEPA_CREDITOR_NAME: name, SEPA_CREDITOR_IBAN: iban } = env;
  if (!id || !name) return null;
  const account = iban ? { iban: normalIban(iban), bic: env.SEPA_CREDITOR_BIC ?? null } : null;
  return { id, name, account, format: env.SEPA_FORMAT };
}
