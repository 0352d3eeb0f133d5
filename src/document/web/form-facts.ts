import { decimalPlaces } from '../../platform/constants.ts';
import type { DocumentFacts } from '../facts.ts';

/**
 * What only the server knows (limits, budgets, who may approve), so that a form asks the same rules as the server
 * about what is on the screen (VAL-45); the server decides by the real facts.
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
