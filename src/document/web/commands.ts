import commands from '../../../schema.graphql?commands';
import type { DocumentKind } from '../../timeline/kinds.ts';

/** The response of a command: the new version; the page reloads the rest. */
export interface CommandAnswer {
  readonly id: number;
  readonly timeline: { readonly content_version: number };
}

/** Whether the kind has this command. */
export function hasCommand(kind: DocumentKind, action: string): boolean {
  return commands[kind]?.[action] !== undefined;
}

/**
 * The GraphQL mutation of a command with all its arguments (API-39). Its response is named `document` and contains
 * the fields of `selection` besides those of every command.
 */
export function commandMutation(kind: DocumentKind, action: string, selection = ''): string {
  const all = commands[kind]?.[action];
  if (all === undefined) throw new Error(`unknown command ${kind}_${action}`);
  const declared = Object.entries(all).map(([argument, type]) => `$${argument}: ${type}`);
  const passed = Object.keys(all).map((argument) => `${argument}: $${argument}`);
  return `mutation (${declared.join(', ')}) {
    document: ${kind}_${action}(${passed.join(', ')}) { id timeline { content_version } ${selection} }
  }`;
}
