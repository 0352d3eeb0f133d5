/** What the dashboard is narrowed to beside its days, by the keys of the address (DASH-02). */
export const dashboardReferences = ['client', 'department', 'cost_center'] as const;
export type DashboardReference = (typeof dashboardReferences)[number];
