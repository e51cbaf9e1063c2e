import {
  createCertificate,
  deleteCertificates,
  getCaCertificates,
  getCertificateInformation,
  getCertificates,
  getCertificatesStatus,
  getPkcs10Request,
  loadCaCertificates,
  loadCertificates,
  loadCertificateWithKey,
} from '@lintel/contract/calls/certificates'
import { getOnvifTime } from '@lintel/contract/calls/onvif-time'
import {
  createOnvifUsers,
  deleteOnvifUsers,
  getOnvifUsers,
  setOnvifUser,
} from '@lintel/contract/calls/onvif-users'

/** What the description of ONVIF's device management names, from whichever service it comes. */
export const DEVICE_MANAGEMENT = [
  getOnvifTime,
  getOnvifUsers,
  createOnvifUsers,
  setOnvifUser,
  deleteOnvifUsers,
  getCertificates,
  getCaCertificates,
  getCertificateInformation,
  getCertificatesStatus,
  createCertificate,
  getPkcs10Request,
  loadCertificates,
  loadCertificateWithKey,
  loadCaCertificates,
  deleteCertificates,
]
