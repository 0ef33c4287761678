/** Where the inspector shows a request. */
export function requestAddress(inspectorUrl: string, companyId: string, requestId: string): string {
  return `${inspectorUrl}#/${companyId}/requests/${requestId}`;
}
