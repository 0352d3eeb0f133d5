/** Of EN 16931 (BT-151): standard, zero, exempt, reverse charge, intra-community, export, outside of scope, IGIC, IPSI. */
export const taxCategories = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O', 'L', 'M'] as const;
