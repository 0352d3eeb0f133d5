import type { Entity, Row, TabPart } from '../entity.ts';
import type { EntityFormState } from './use-entity-form.ts';

/** The props of every form part. */
export interface FormPartProps {
  readonly entity: Entity;
  readonly id: number | null;
  readonly form: EntityFormState;
  readonly part: TabPart;
  readonly notes: ReadonlyMap<string, Row>;
  /** The secrets that are stored. */
  readonly secrets: readonly string[];
  /** The computed flags of the record that are set. */
  readonly flags: readonly string[];
}
