import { isBic, isBicOfIban } from '../base/bic.ts';
import { isIban } from '../base/iban.ts';
import type { FieldProblem } from '../base/refusal.ts';
import type { Row } from './entity.ts';

/**
 * Reports a BIC of another country than the IBAN (VAL-02, VAL-03); malformed values are reported by their own kinds.
 */
export function foreignBank({ bic, iban }: Row): readonly FieldProblem[] {
  if (typeof bic !== 'string' || typeof iban !== 'string' || !isBic(bic) || !isIban(iban)) return [];
  if (isBicOfIban(bic, iban)) return [];
  return [{ field: 'bic', code: 'validation_failed', values: { rule: 'bic_country' } }];
}
