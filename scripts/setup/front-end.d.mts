export function stateOfPages(): 'missing' | 'outdated' | null;
export function ensureBuilt(): void;
