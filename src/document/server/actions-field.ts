import {
  GraphQLBoolean,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLString,
} from 'graphql';
import { scalars } from '../../graphql/scalars.ts';
import { type ComputedBy, computedField } from '../../graphql/server/computed.ts';
import { type Context, isAuditor } from '../../platform/context.ts';
import type { Tx } from '../../platform/server/database.ts';
import type { ServedKind } from './served-kind.ts';
import { situationForAnswer } from './situation-for-answer.ts';

const required = GraphQLNonNull;

const nextStep = new GraphQLObjectType({
  name: 'document_next_step',
  description: 'The next step of the document after an action; `step` is null if the action completes it.',
  fields: { step: { type: GraphQLString }, person_name: { type: GraphQLString } },
});

const documentAction = new GraphQLObjectType({
  name: 'document_action',
  description: 'An action of this person on the document in its current state (API-40).',
  fields: {
    key: { type: new required(GraphQLString) },
    label_key: { type: new required(GraphQLString) },
    enabled: { type: new required(GraphQLBoolean) },
    refusal: { type: scalars.jsonb },
    is_main: { type: new required(GraphQLBoolean) },
    is_irreversible: { type: new required(GraphQLBoolean) },
    is_comment_required: { type: new required(GraphQLBoolean) },
    person_ids: { type: new GraphQLList(new required(GraphQLInt)) },
    next: { type: nextStep },
  },
});

/** `<kind>.actions`: the offered actions, computed by the rules of the commands (API-40). */
export function actionsField(served: ServedKind): ComputedBy {
  return computedField<number>({
    table: served.kind.name,
    name: 'actions',
    type: new required(new GraphQLList(new required(documentAction))),
    facts: (alias) => `to_json(${alias}.id)`,
    compute: (id, context, tx) => offersOf(served, id, context, tx),
  });
}

async function offersOf(served: ServedKind, id: number, context: Context, tx: Tx) {
  // Auditors may not even comment (ARC-04).
  if (isAuditor(context)) return [];
  const situation = await situationForAnswer(served, id, context, tx);
  return served.offers(situation).map((offer) => ({
    key: offer.key,
    label_key: offer.labelKey,
    enabled: offer.enabled,
    refusal: offer.refusal,
    is_main: offer.isMain,
    is_irreversible: offer.isIrreversible,
    is_comment_required: offer.isCommentRequired,
    person_ids: offer.personChoices,
    next: offer.next && { step: offer.next.step, person_name: offer.next.personName },
  }));
}
