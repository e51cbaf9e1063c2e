/** A SIP URI as people read it: without scheme and parameters, `desk@pbx.example`. */
export const shownAddress = (uri: string): string => uri.replace(/^sips?:/, '').replace(/;.*$/, '')
