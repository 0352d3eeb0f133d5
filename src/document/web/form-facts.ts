import { decimalPlaces } from '../../platform/constants.ts';
import type { DocumentFacts } from '../facts.ts';

/**
 * Empty facts for what only the server knows (limits, budgets, approvers), so that a form can run the server's rules
 * on its content (VAL-45); the server decides with the real facts.
 */
export const unknownFacts: Omit<DocumentFacts, 'now' | 'today'> = {
  people: new Map(),
  company: null,
  approval: { pool: [], chosen: [], isPriorityOn: false, substitute: null, actors: [], meansLimit: null },
  exceededBudgets: [],
  roleDefaults: {
    formDepartment: null,
    creatorDepartment: null,
    formClient: null,
    creatorClient: null,
    global: null,
  },
  decimalPlaces: decimalPlaces.default,
};
