// Generated from openapi/ by `npm run generate`. Do not edit.
// The bodies of the API's requests and responses. No test compiles this file.
// What has several forms, such as a payment, is one class with the fields of all, and those that not every form has are
// optional. A text with a fixed set of values is a plain text, since the service may add one.

import Foundation

struct TokenCreate: Codable {
    var publicKey: String
    var privateKey: String
}

struct TokenCreated: Codable {
    var data: Token
    var message: String
}

struct Token: Codable {
    var access_token: String
    var refresh_token: String
    var expires_in: String
}

struct ErrorEnvelope: Codable {
    var data: ErrorData
}

struct ErrorData: Codable {
    // message can be of several types, and is left out.
    var returnCode: Int?
    var error: String?
    var statusCode: Int?
}

struct PaymentList: Codable {
    var data: [Payment]
    var meta: Meta
    var message: String?
}

struct Payment: Codable {
    var paymentMethod: String
    var installments: Int?
    var cardDetails: CardDetails?
    var id: String
    var status: String // PENDING, SUCCEEDED, FAILED, CREATED, REVERSED, CANCELED, PRE_AUTHORIZED, DISPUTED, CHARGEBACK, PAID, REFUNDED
    var currency: String
    var amount: Int
    var postbackUrl: String
    var buyerDetails: BuyerDetails
    var splits: [PaymentSplit]
    var createdAt: String
    var updatedAt: String
    var pixDetails: PixDetails?
    var billetDetails: BilletDetails?
}

struct CardDetails: Codable {
    var brand: String
    var first4Digits: String
    var last4Digits: String
    var expirationMonth: String
    var expirationYear: String
}

struct BuyerDetails: Codable {
    var phone: String?
    var complement: String?
    var reference: String?
    var firstName: String
    var lastName: String
    var email: String
    var document: String
    var street: String
    var streetNumber: Int
    var neighborhood: String
    var city: String
    var state: String
}

struct PaymentSplit: Codable {
    var subaccountId: String
    var splitType: String
    var splitPercentage: Double
    var liquidAmount: Int
    var chargebackLiable: Bool
}

struct PixDetails: Codable {
    var brCode: String
    var qrCodeUrl: String
    var expirationDate: String
}

struct BilletDetails: Codable {
    var barcode: String
    var digitableLine: String
    var pdfUrl: String
    var expirationDate: String
    var paymentLimitDate: String
    var interestAmount: Int?
    var interestPercentage: String?
    var interestStartDate: String?
    var interestType: String?
    var lateFeeAmount: Int?
    var lateFeePercentage: String?
    var lateFeeStartDate: String?
    var lateFeeType: String?
}

struct Meta: Codable {
    var total: Int
    var page: Int
    var limit: Int
    var totalPages: Int
}

struct PaymentCreate: Codable {
    var paymentType: String
    var billingData: PaymentCreateBillingData
    var customerData: PaymentCreateCustomerData
    var cardData: CardData?
    var splits: [PaymentSplitCreate]?
    var tokenizedCardId: String?
}

struct PaymentCreateBillingData: Codable {
    var installments: Int?
    var amount: Int
    var postbackUrl: String?
}

struct PaymentCreateCustomerData: Codable {
    var phone: String?
    var address: PaymentCreateCustomerDataAddress
    var remoteIpv4: String
    var firstName: String
    var lastName: String
    var email: String
    var document: String
}

struct PaymentCreateCustomerDataAddress: Codable {
    var zipcode: String
    var complement: String?
    var reference: String?
    var street: String
    var streetNumber: Int
    var neighborhood: String
    var city: String
    var state: String
}

struct CardData: Codable {
    var holderName: String
    var cardNumber: String
    var expirationMonth: String
    var expirationYear: String
    var securityCode: String
}

struct PaymentSplitCreate: Codable {
    var splitPercentage: Double?
    var splitAmount: Int?
    var subaccountId: String
    var chargebackLiable: Bool?
}

struct PaymentCreated: Codable {
    var data: Payment
    var message: String
}

struct PaymentRead: Codable {
    var data: Payment
    var message: String?
}

struct PaymentRefund: Codable {
    var transactionId: String
}

struct PaymentRefunded: Codable {
    var data: RefundedPayment
    var message: String
}

struct RefundedPayment: Codable {
    var status: String // PENDING, SUCCEEDED, FAILED, CREATED, REVERSED, CANCELED, PRE_AUTHORIZED, DISPUTED, CHARGEBACK, PAID, REFUNDED
    var splits: [PaymentSplit]
    var paymentMethod: String
    var installments: Int
    var cardDetails: CardDetails
    var id: String
    var currency: String
    var amount: Int
    var postbackUrl: String
    var buyerDetails: BuyerDetails
    var createdAt: String
    var updatedAt: String
}

struct CardTokenize: Codable {
    var customerId: String
    var holderName: String
    var cardNumber: String
    var expirationMonth: String
    var expirationYear: String
    var securityCode: String
}

struct CardTokenized: Codable {
    var data: NewTokenizedCard
    var message: String
}

struct NewTokenizedCard: Codable {
    var id: String
    var customerId: String
    var holderName: String
    var first4Digits: String
    var last4Digits: String
    var expirationMonth: String
    var expirationYear: String
    var cardBrand: String
    var isActive: Bool
    var isVerified: Bool
    var postalCodeCheck: Bool
    var securityCodeCheck: Bool
    var addressCheck: Bool
}

struct CardRead: Codable {
    var data: TokenizedCard
    var message: String?
}

struct TokenizedCard: Codable {
    var createdAt: String
    var id: String
    var customerId: String
    var holderName: String
    var first4Digits: String
    var last4Digits: String
    var expirationMonth: String
    var expirationYear: String
    var cardBrand: String
    var isActive: Bool
    var isVerified: Bool
    var postalCodeCheck: Bool
    var securityCodeCheck: Bool
    var addressCheck: Bool
}

struct CardDeleted: Codable {
    var data: Confirmation
    var message: String
}

struct Confirmation: Codable {
    var message: String
}

struct SubscriptionList: Codable {
    var data: [Subscription]
    var meta: Meta
    var message: String?
}

struct Subscription: Codable {
    var id: String
    var customerId: String
    var cardId: String
    var title: String
    var amount: Int
    var setupAmount: Int
    var frequency: Int
    var duration: Int?
    var dueDate: String
    var expirationDate: String?
    var tolerancePeriod: Int
    var status: String // ACTIVE, DELETED, EXPIRED, SUSPENDED
    var splits: [SubscriptionSplit]
    var createdAt: String
    var updatedAt: String
    var canceledAt: String?
}

struct SubscriptionSplit: Codable {
    var id: String
    var subaccountId: String
    var splitType: String
    var liquidAmount: Int
    var chargebackLiable: Bool
    var splitPercentage: Double?
    var splitAmount: Int?
}

struct SubscriptionRead: Codable {
    var data: Subscription
    var message: String?
}

struct SubscriptionUpdate: Codable {
    var customerId: String
    var tokenizedCardId: String
    var frequency: Int
    var title: String
    var amount: Int
    var duration: Int?
    var expirationDate: String?
}

struct SubscriptionUpdated: Codable {
    var data: Subscription
    var message: String?
}

struct SubscriptionCanceled: Codable {
    var data: CanceledSubscription
    var message: String
}

struct CanceledSubscription: Codable {
    var id: String
    var status: String
}

struct SubscriptionSplitCreate: Codable {
    var splitType: String
    var splitAmount: Int?
    var subscriptionId: String
    var subaccountId: String
    var chargebackLiable: Bool?
    var splitPercentage: Double?
}

struct SubscriptionSplitAdded: Codable {
    var data: SubscriptionSplit
    var message: String?
}

struct SubscriptionSplitRemoved: Codable {
    var data: Confirmation
    var message: String?
}

struct SubscriptionSuspended: Codable {
    var data: SuspendedSubscription
    var message: String
}

struct SuspendedSubscription: Codable {
    var id: String
    var status: String
}

struct SubscriptionReactivated: Codable {
    var data: ReactivatedSubscription
    var message: String
}

struct ReactivatedSubscription: Codable {
    var id: String
    var status: String
}

struct CustomerList: Codable {
    var data: [Customer]
    var meta: Meta
    var message: String?
}

struct Customer: Codable {
    var id: String
    var phoneNumber: String
    var birthdate: String
    var address: CustomerAddress?
    var statusId: String
    var createdAt: String
    var firstName: String
    var lastName: String
    var email: String
    var document: String
}

struct CustomerAddress: Codable {
    var statusId: String?
    var zipcode: Int?
    var complement: String?
    var reference: String?
    var street: String?
    var streetNumber: Int?
    var neighborhood: String?
    var city: String?
    var state: String?
}

struct CustomerRead: Codable {
    var data: Customer
    var message: String?
}

struct CustomerUpdate: Codable {
    var firstName: String?
    var lastName: String?
    var email: String?
    var phoneNumber: String?
    var document: String?
    var birthdate: String?
    var address: CustomerAddressUpdate?
}

struct CustomerAddressUpdate: Codable {
    var zipcode: Int?
    var street: String?
    var streetNumber: Int?
    var complement: String?
    var reference: String?
    var neighborhood: String?
    var city: String?
    var state: String?
}

struct CustomerUpdated: Codable {
    var data: Customer
    var message: String
}

struct CustomerDeleted: Codable {
    var data: Confirmation
    var message: String
}

struct SubaccountList: Codable {
    var data: [SubaccountListItem]
    var meta: Meta
    var message: String?
}

struct SubaccountListItem: Codable {
    var createdAt: String
    var companyType: String
    var name: String
    var status: String
    var juridicDataPartner: JuridicDataPartner
    var addresses: [SubaccountAddress]
    var juridicLegalData: JuridicLegalData?
}

struct JuridicDataPartner: Codable {
    var name: String
    var lastName: String
    var cpf: String
    var email: String
    var birthdate: String
    var contactPhone: String
    var monthRevenue: Int
    var jobOccupation: String
    var fullnameMom: String
}

struct SubaccountAddress: Codable {
    var addressType: String
    var zipcode: Int
    var complement: String
    var reference: String
    var street: String
    var streetNumber: Int
    var neighborhood: String
    var city: String
    var state: String
}

struct JuridicLegalData: Codable {
    var cnpj: String
    var contactPhone: String
    var fantasyName: String
    var socialReason: String
    var avgAnualBilling: Double
    var searchingServices: String
    var socialMedia: String
}

struct SubaccountRead: Codable {
    var data: Subaccount
    var message: String?
}

struct Subaccount: Codable {
    var id: String
    var createdAt: String
    var companyType: String
    var name: String
    var status: String
    var juridicDataPartner: JuridicDataPartner
    var addresses: [SubaccountAddress]
    var juridicLegalData: JuridicLegalData?
}

struct SubaccountDeleted: Codable {
    var data: DeletedSubaccount
    var message: String
}

struct DeletedSubaccount: Codable {
    var sellerUnicId: String
}

struct SubaccountPfCreate: Codable {
    var name: String
    var juridicDataPartner: JuridicDataPartner
    var addresses: [SubaccountAddress]
    var accountBank: AccountBank
}

struct AccountBank: Codable {
    var accountNumber: String
    var routingNumber: String
    var holderName: String
    var bankCode: String
    var accountType: String // CHECKING, SAVINGS
    var document: String
}

struct SubaccountPfCreated: Codable {
    var data: NewSubaccountPf
    var message: String
}

struct NewSubaccountPf: Codable {
    var id: String
    var status: String
    var accountBank: AccountBank
    var name: String
    var juridicDataPartner: JuridicDataPartner
    var addresses: [SubaccountAddress]
}

struct SubaccountPjCreate: Codable {
    var juridicLegalData: JuridicLegalData
    var name: String
    var juridicDataPartner: JuridicDataPartner
    var addresses: [SubaccountAddress]
    var accountBank: AccountBank
}

struct SubaccountPjCreated: Codable {
    var data: NewSubaccountPj
    var message: String
}

struct NewSubaccountPj: Codable {
    var juridicLegalData: JuridicLegalData
    var id: String
    var status: String
    var accountBank: AccountBank
    var name: String
    var juridicDataPartner: JuridicDataPartner
    var addresses: [SubaccountAddress]
}

struct BankAccountList: Codable {
    var data: [BankAccount]
    var meta: Meta
    var message: String?
}

struct BankAccount: Codable {
    var id: Int
    var createdAt: String
    var routingNumber: String
    var accountNumber: String
    var status: String
    var holderName: String
    var bankCode: String
    var accountType: String // CHECKING, SAVINGS
    var document: String
}

struct BankAccountCreate: Codable {
    var routingNumber: String
    var accountNumber: String
    var holderName: String
    var bankCode: String
    var accountType: String // CHECKING, SAVINGS
    var document: String
}

struct BankAccountCreated: Codable {
    var data: NewBankAccount
    var message: String
}

struct NewBankAccount: Codable {
    var routingNumber: String
    var accountNumber: String
    var status: String
    var holderName: String
    var bankCode: String
    var accountType: String // CHECKING, SAVINGS
    var document: String
}

struct WithdrawalList: Codable {
    var data: [Withdrawal]
    var meta: WithdrawalMeta
    var message: String
}

struct Withdrawal: Codable {
    var id: String
    var amount: Int
    var liquidAmount: Int
    var status: String
    var withdrawalPaymentType: String
    var postbackUrl: String
    var pixKeyType: String?
    var pixKey: String?
    var createdAt: String
    var updatedAt: String
}

struct WithdrawalMeta: Codable {
    var total: Int
}

struct WithdrawalRead: Codable {
    var data: Withdrawal
    var message: String
}
