import type { Finding, Value } from '../../kind.ts';
import type { Labels, RowLabel } from '../../record.ts';
import type { NamedField } from '../labels.ts';

/** The props of every input. */
export interface FieldInputProps {
  readonly of: NamedField;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly labels: Labels;
  readonly onName: (table: string, label: RowLabel) => void;
  readonly label: string;
  readonly isLabelHidden?: boolean;
  /** The path of the field in the form. */
  readonly path: string;
  readonly error: string | null;
  /** A warning that does not prevent saving. */
  readonly warning?: Finding | undefined;
  readonly disabled?: boolean;
  /** The computed flags of the record that are set (`Field.saysEmpty`). */
  readonly flags?: readonly string[];
  /** The field is a secret with a stored value. */
  readonly isKept?: boolean;
}
