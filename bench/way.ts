/** How a figure reaches the product: only the compiler in this process, or through HTTP like people. */
export const ways = ['alone', 'http'] as const;
export type Way = (typeof ways)[number];
