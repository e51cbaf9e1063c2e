/** Products that can be plugged in. */
export const PRODUCTS = ['A8307-E'] as const
