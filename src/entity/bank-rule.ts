import { isBic, isBicOfIban } from '../base/bic.ts';
import { isIban } from '../base/iban.ts';
import type { FieldProblem } from '../base/refusal.ts';
import type { Row } from './entity.ts';

/** A bank of another country than the account (VAL-02, VAL-03), as far as both are what they should be. */
export function foreignBank({ bic, iban }: Row): readonly FieldProblem[] {
  if (typeof bic !== 'string' || typeof iban !== 'string' || !isBic(bic) || !isIban(iban)) return [];
  if (isBicOfIban(bic, iban)) return [];
  return [{ field: 'bic', code: 'validation_failed', values: { rule: 'bic_country' } }];
}
