import type { Finding, Value } from '../../kind.ts';
import type { Labels, RowLabel } from '../../record.ts';
import type { NamedField } from '../labels.ts';

/** What the input of every kind gets. */
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
  /** What somebody should look at, though it may stand. */
  readonly warning?: Finding | undefined;
  readonly disabled?: boolean;
  /** Of a secret: there is one, though it is not shown. */
  readonly isKept?: boolean;
}
