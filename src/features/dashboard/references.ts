/** Filters of the dashboard besides its days, by address key (DASH-02). */
export const dashboardReferences = ['client', 'department', 'cost_center'] as const;
export type DashboardReference = (typeof dashboardReferences)[number];
