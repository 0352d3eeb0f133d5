/** The systems of bookkeeping that people connect the product with (SET-05). */
export const connectedSystems = ['datev', 'ms365'] as const;
export type ConnectedSystem = (typeof connectedSystems)[number];

/** As people know them. */
export const systemNames: Readonly<Record<ConnectedSystem, string>> = {
  datev: 'DATEV',
  ms365: 'Dynamics 365',
};

/** The page of the settings on which each is connected (SET-01). */
export const systemTabs = { datev: 'datev', ms365: 'd365' } as const satisfies Record<
  ConnectedSystem,
  string
>;

/** Which system a sign-in was at, as its state says before a dash; the server alone knows what belongs to it (NAV-21). */
export function systemOfState(state: string): ConnectedSystem {
  return state.startsWith('ms365-') ? 'ms365' : 'datev';
}
