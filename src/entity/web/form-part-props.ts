import type { Entity, Row, TabPart } from '../entity.ts';
import type { EntityFormState } from './use-entity-form.ts';

/** What every part of a form gets. */
export interface FormPartProps {
  readonly entity: Entity;
  readonly id: number | null;
  readonly form: EntityFormState;
  readonly part: TabPart;
  readonly notes: ReadonlyMap<string, Row>;
  /** The secrets that are kept of the record. */
  readonly secrets: readonly string[];
}
