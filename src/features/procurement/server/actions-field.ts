import {
  GraphQLBoolean,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLString,
} from 'graphql';
import { scalars } from '../../../graphql/scalars.ts';
import { type ComputedBy, computedField } from '../../../graphql/server/computed.ts';
import type { Context } from '../../../platform/context.ts';
import { readerRole, type Tx } from '../../../platform/server/database.ts';
import { actions } from '../steps.ts';
import { loadSituation } from './load-facts.ts';
import { loadProcurement } from './store.ts';

const required = GraphQLNonNull;

const nextStep = new GraphQLObjectType({
  name: 'document_next_step',
  description: 'Where the document goes by an action; `step` is null when it is then done.',
  fields: { step: { type: GraphQLString }, person_name: { type: GraphQLString } },
});

const documentAction = new GraphQLObjectType({
  name: 'document_action',
  description: 'What this person may do with the document now (API-40).',
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

/** `procurement.actions`: the actions on offer, computed by the same rules that the commands apply (API-40). */
export const procurementActionsField: ComputedBy = computedField<number>({
  table: 'procurement',
  name: 'actions',
  type: new required(new GraphQLList(new required(documentAction))),
  facts: (alias) => `to_json(${alias}.id)`,
  compute: offers,
});

async function offers(id: number, context: Context, tx: Tx) {
  await tx.as('writer');
  const situation = await loadSituation(tx, context, await loadProcurement(tx, id), { locksBudgets: false });
  await tx.as(readerRole(context));
  return actions(situation).map((offer) => ({
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
