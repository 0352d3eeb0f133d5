/** How a figure reaches the product: the compiler alone in this process, or through HTTP as people do. */
export const ways = ['alone', 'http'] as const;
export type Way = (typeof ways)[number];
