import {
  type DocumentNode,
  type GraphQLSchema,
  getOperationAST,
  type OperationDefinitionNode,
  OperationTypeNode,
  parse,
  specifiedRules,
  ValuesOfCorrectTypeRule,
  validate,
} from 'graphql';
import { Lru } from '../../base/lru.ts';
import { Refused, refuse } from '../../base/refusal.ts';
import { counted, othersTurn } from '../../platform/server/fairness/work.ts';
import { isCostly } from '../costly.ts';
import { checkOperation, checkText, type Limits } from '../limits.ts';
import { valuesOfCorrectType } from '../literals.ts';

/** A parsed and validated operation, for one schema. */
export interface Prepared {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  /** Whether its text, without variables, uses a costly operator. */
  readonly isCostly: boolean;
}

/** The rules of the specification. */
export const rules = specifiedRules.map((rule) =>
  rule === ValuesOfCorrectTypeRule ? valuesOfCorrectType : rule,
);

/** Longer texts are rare and would fill the cache. */
const maxCachedLength = 20_000;
/** Texts seen once, and those seen again: a sender of ever new texts displaces only the first kind (API-48). */
const remembered = { once: 100, again: 500 };

/** Parses and validates request texts for one schema, each text once, yielding to others. */
export class Documents {
  readonly #schema: GraphQLSchema;
  readonly #limits: Limits;
  readonly #once = new Lru<Prepared>(remembered.once);
  readonly #again = new Lru<Prepared>(remembered.again);

  constructor(schema: GraphQLSchema, limits: Limits) {
    this.#schema = schema;
    this.#limits = limits;
  }

  /** Throws `Refused` or a `GraphQLError` for an invalid text. */
  async prepare(text: string, operationName: string | undefined): Promise<Prepared> {
    const key = `${operationName ?? ''}\n${text}`;
    const known = this.#again.get(key);
    if (known) return known;
    const second = this.#once.get(key);
    if (second) {
      this.#again.set(key, second);
      return second;
    }
    await othersTurn();
    const prepared = counted(() => this.#prepare(text, operationName));
    if (text.length <= maxCachedLength) this.#once.set(key, prepared);
    return prepared;
  }

  #prepare(text: string, operationName: string | undefined): Prepared {
    const tooLong = checkText(text, this.#limits);
    if (tooLong) throw new Refused(tooLong);
    const document = parse(text);
    const operation = getOperationAST(document, operationName);
    if (!operation) throw new Refused(refuse('validation_failed', { field: 'operationName' }));
    if (operation.operation === OperationTypeNode.SUBSCRIPTION)
      throw new Refused(refuse('validation_failed', { field: 'query' }));
    const tooLarge = checkOperation(document, operation, this.#limits);
    if (tooLarge) throw new Refused(tooLarge);
    const [error] = validate(this.#schema, document, rules, { maxErrors: 1 });
    if (error) throw error;
    return { document, operation, isCostly: isCostly(document) };
  }
}
