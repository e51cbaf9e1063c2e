/**
 * A number as Intl writes it, with a minus sign in every language: most have a hyphen there, which is
 * too short beside digits and which screen readers pass over.
 */
export const withMinusSign = (number: string): string => number.replace('-', '−')
