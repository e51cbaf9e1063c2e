/** The id of the certificate that our device makes for itself. Own design. */
export const OWN_CERTIFICATE = 'device'
