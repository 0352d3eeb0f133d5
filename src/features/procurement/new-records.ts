import type { FieldProblem } from '../../base/refusal.ts';
import { hasRole } from '../../platform/context.ts';
import type { LineFields } from './model.ts';

/** A line that may create a new supplier or product (PROC-08). */
export type NewRecordLine = Pick<LineFields, 'description' | 'kind' | 'supplier_id' | 'product_id'> & {
  readonly new_supplier: string | null;
  readonly save_to_catalogue: boolean;
};

/** The maximum name length of a supplier (VAL-29) and of a product. */
const longest = { supplier: 50, product: 255 } as const;

/**
 * The problems of new suppliers and products in a request: each needs its own role (ROLE-02), and a product needs a
 * name and a supplier, known or new (VAL-35).
 */
export function newRecordProblems(
  actor: { readonly roles: readonly string[] },
  lines: readonly NewRecordLine[],
): readonly FieldProblem[] {
  return lines.flatMap((line, position) => {
    const path = `lines.${position}.`;
    return [
      ...(line.new_supplier === null ? [] : supplierProblems(actor, line.new_supplier, `${path}supplier_id`)),
      ...(line.save_to_catalogue ? productProblems(actor, line, path) : []),
    ];
  });
}

function supplierProblems(
  actor: { readonly roles: readonly string[] },
  name: string,
  field: string,
): readonly FieldProblem[] {
  if (!hasRole(actor, 'user-can-insert-supplier')) return [{ field, code: 'permission_denied' }];
  return name.length > longest.supplier
    ? [{ field, code: 'value_too_long', values: { max: longest.supplier } }]
    : [];
}

function productProblems(
  actor: { readonly roles: readonly string[] },
  line: NewRecordLine,
  path: string,
): readonly FieldProblem[] {
  const isAllowed = hasRole(actor, 'user-can-insert-product');
  if (!isAllowed || line.kind !== 'item' || line.product_id !== null) {
    return [{ field: `${path}save_to_catalogue`, code: 'permission_denied' }];
  }
  const name = line.description?.trim() ?? '';
  const hasSupplier = line.supplier_id !== null || line.new_supplier !== null;
  const required = (field: string): FieldProblem => ({
    field: `${path}${field}`,
    code: 'specific_field_required',
    values: { field },
  });
  return [
    ...(name === '' ? [required('description')] : []),
    ...(name.length > longest.product
      ? [{ field: `${path}description`, code: 'value_too_long' as const, values: { max: longest.product } }]
      : []),
    ...(hasSupplier ? [] : [required('supplier_id')]),
  ];
}
