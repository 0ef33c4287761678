// Generated from openapi/ by `npm run generate`. Do not edit.
// The bodies of the API's requests and responses. No test compiles this file.
// What has several forms, such as a payment, is one class with the fields of all, and those that not every form has are
// optional. A text with a fixed set of values is a plain text, since the service may add one.

// Needs kotlinx.serialization. Read with Json { ignoreUnknownKeys = true }: the service may return more.
package centavo

import kotlinx.serialization.Serializable

@Serializable
data class TokenCreate(
    val publicKey: String,
    val privateKey: String,
)

@Serializable
data class TokenCreated(
    val data: Token,
    val message: String,
)

@Serializable
data class Token(
    val access_token: String,
    val refresh_token: String,
    val expires_in: String,
)

@Serializable
data class ErrorEnvelope(
    val data: ErrorData,
)

@Serializable
data class ErrorData(
    // message can be of several types, and is left out.
    val returnCode: Long? = null,
    val error: String? = null,
    val statusCode: Long? = null,
)

@Serializable
data class PaymentList(
    val data: List<Payment>,
    val meta: Meta,
    val message: String? = null,
)

@Serializable
data class Payment(
    val paymentMethod: String,
    val installments: Long? = null,
    val cardDetails: CardDetails? = null,
    val id: String,
    val status: String, // PENDING, SUCCEEDED, FAILED, CREATED, REVERSED, CANCELED, PRE_AUTHORIZED, DISPUTED, CHARGEBACK, PAID, REFUNDED
    val currency: String,
    val amount: Long,
    val postbackUrl: String,
    val buyerDetails: BuyerDetails,
    val splits: List<PaymentSplit>,
    val createdAt: String,
    val updatedAt: String,
    val pixDetails: PixDetails? = null,
    val billetDetails: BilletDetails? = null,
)

@Serializable
data class CardDetails(
    val brand: String,
    val first4Digits: String,
    val last4Digits: String,
    val expirationMonth: String,
    val expirationYear: String,
)

@Serializable
data class BuyerDetails(
    val phone: String? = null,
    val complement: String? = null,
    val reference: String? = null,
    val firstName: String,
    val lastName: String,
    val email: String,
    val document: String,
    val street: String,
    val streetNumber: Long,
    val neighborhood: String,
    val city: String,
    val state: String,
)

@Serializable
data class PaymentSplit(
    val subaccountId: String,
    val splitType: String,
    val splitPercentage: Double,
    val liquidAmount: Long,
    val chargebackLiable: Boolean,
)

@Serializable
data class PixDetails(
    val brCode: String,
    val qrCodeUrl: String,
    val expirationDate: String,
)

@Serializable
data class BilletDetails(
    val barcode: String,
    val digitableLine: String,
    val pdfUrl: String,
    val expirationDate: String,
    val paymentLimitDate: String,
    val interestAmount: Long? = null,
    val interestPercentage: String? = null,
    val interestStartDate: String? = null,
    val interestType: String? = null,
    val lateFeeAmount: Long? = null,
    val lateFeePercentage: String? = null,
    val lateFeeStartDate: String? = null,
    val lateFeeType: String? = null,
)

@Serializable
data class Meta(
    val total: Long,
    val page: Long,
    val limit: Long,
    val totalPages: Long,
)

@Serializable
data class PaymentCreate(
    val paymentType: String,
    val billingData: PaymentCreateBillingData,
    val customerData: PaymentCreateCustomerData,
    val cardData: CardData? = null,
    val splits: List<PaymentSplitCreate>? = null,
    val tokenizedCardId: String? = null,
)

@Serializable
data class PaymentCreateBillingData(
    val installments: Long? = null,
    val amount: Long,
    val postbackUrl: String? = null,
)

@Serializable
data class PaymentCreateCustomerData(
    val phone: String? = null,
    val address: PaymentCreateCustomerDataAddress,
    val remoteIpv4: String,
    val firstName: String,
    val lastName: String,
    val email: String,
    val document: String,
)

@Serializable
data class PaymentCreateCustomerDataAddress(
    val zipcode: String,
    val complement: String? = null,
    val reference: String? = null,
    val street: String,
    val streetNumber: Long,
    val neighborhood: String,
    val city: String,
    val state: String,
)

@Serializable
data class CardData(
    val holderName: String,
    val cardNumber: String,
    val expirationMonth: String,
    val expirationYear: String,
    val securityCode: String,
)

@Serializable
data class PaymentSplitCreate(
    val splitPercentage: Double? = null,
    val splitAmount: Long? = null,
    val subaccountId: String,
    val chargebackLiable: Boolean? = null,
)

@Serializable
data class PaymentCreated(
    val data: Payment,
    val message: String,
)

@Serializable
data class PaymentRead(
    val data: Payment,
    val message: String? = null,
)

@Serializable
data class PaymentRefund(
    val transactionId: String,
)

@Serializable
data class PaymentRefunded(
    val data: RefundedPayment,
    val message: String,
)

@Serializable
data class RefundedPayment(
    val status: String, // PENDING, SUCCEEDED, FAILED, CREATED, REVERSED, CANCELED, PRE_AUTHORIZED, DISPUTED, CHARGEBACK, PAID, REFUNDED
    val splits: List<PaymentSplit>,
    val paymentMethod: String,
    val installments: Long,
    val cardDetails: CardDetails,
    val id: String,
    val currency: String,
    val amount: Long,
    val postbackUrl: String,
    val buyerDetails: BuyerDetails,
    val createdAt: String,
    val updatedAt: String,
)

@Serializable
data class CardTokenize(
    val customerId: String,
    val holderName: String,
    val cardNumber: String,
    val expirationMonth: String,
    val expirationYear: String,
    val securityCode: String,
)

@Serializable
data class CardTokenized(
    val data: NewTokenizedCard,
    val message: String,
)

@Serializable
data class NewTokenizedCard(
    val id: String,
    val customerId: String,
    val holderName: String,
    val first4Digits: String,
    val last4Digits: String,
    val expirationMonth: String,
    val expirationYear: String,
    val cardBrand: String,
    val isActive: Boolean,
    val isVerified: Boolean,
    val postalCodeCheck: Boolean,
    val securityCodeCheck: Boolean,
    val addressCheck: Boolean,
)

@Serializable
data class CardRead(
    val data: TokenizedCard,
    val message: String? = null,
)

@Serializable
data class TokenizedCard(
    val createdAt: String,
    val id: String,
    val customerId: String,
    val holderName: String,
    val first4Digits: String,
    val last4Digits: String,
    val expirationMonth: String,
    val expirationYear: String,
    val cardBrand: String,
    val isActive: Boolean,
    val isVerified: Boolean,
    val postalCodeCheck: Boolean,
    val securityCodeCheck: Boolean,
    val addressCheck: Boolean,
)

@Serializable
data class CardDeleted(
    val data: Confirmation,
    val message: String,
)

@Serializable
data class Confirmation(
    val message: String,
)

@Serializable
data class SubscriptionList(
    val data: List<Subscription>,
    val meta: Meta,
    val message: String? = null,
)

@Serializable
data class Subscription(
    val id: String,
    val customerId: String,
    val cardId: String,
    val title: String,
    val amount: Long,
    val setupAmount: Long,
    val frequency: Long,
    val duration: Long? = null,
    val dueDate: String,
    val expirationDate: String? = null,
    val tolerancePeriod: Long,
    val status: String, // ACTIVE, DELETED, EXPIRED, SUSPENDED
    val splits: List<SubscriptionSplit>,
    val createdAt: String,
    val updatedAt: String,
    val canceledAt: String? = null,
)

@Serializable
data class SubscriptionSplit(
    val id: String,
    val subaccountId: String,
    val splitType: String,
    val liquidAmount: Long,
    val chargebackLiable: Boolean,
    val splitPercentage: Double? = null,
    val splitAmount: Long? = null,
)

@Serializable
data class SubscriptionRead(
    val data: Subscription,
    val message: String? = null,
)

@Serializable
data class SubscriptionUpdate(
    val customerId: String,
    val tokenizedCardId: String,
    val frequency: Long,
    val title: String,
    val amount: Long,
    val duration: Long? = null,
    val expirationDate: String? = null,
)

@Serializable
data class SubscriptionUpdated(
    val data: Subscription,
    val message: String? = null,
)

@Serializable
data class SubscriptionCanceled(
    val data: CanceledSubscription,
    val message: String,
)

@Serializable
data class CanceledSubscription(
    val id: String,
    val status: String,
)

@Serializable
data class SubscriptionSplitCreate(
    val splitType: String,
    val splitAmount: Long? = null,
    val subscriptionId: String,
    val subaccountId: String,
    val chargebackLiable: Boolean? = null,
    val splitPercentage: Double? = null,
)

@Serializable
data class SubscriptionSplitAdded(
    val data: SubscriptionSplit,
    val message: String? = null,
)

@Serializable
data class SubscriptionSplitRemoved(
    val data: Confirmation,
    val message: String? = null,
)

@Serializable
data class SubscriptionSuspended(
    val data: SuspendedSubscription,
    val message: String,
)

@Serializable
data class SuspendedSubscription(
    val id: String,
    val status: String,
)

@Serializable
data class SubscriptionReactivated(
    val data: ReactivatedSubscription,
    val message: String,
)

@Serializable
data class ReactivatedSubscription(
    val id: String,
    val status: String,
)

@Serializable
data class CustomerList(
    val data: List<Customer>,
    val meta: Meta,
    val message: String? = null,
)

@Serializable
data class Customer(
    val id: String,
    val phoneNumber: String,
    val birthdate: String,
    val address: CustomerAddress? = null,
    val statusId: String,
    val createdAt: String,
    val firstName: String,
    val lastName: String,
    val email: String,
    val document: String,
)

@Serializable
data class CustomerAddress(
    val statusId: String? = null,
    val zipcode: Long? = null,
    val complement: String? = null,
    val reference: String? = null,
    val street: String? = null,
    val streetNumber: Long? = null,
    val neighborhood: String? = null,
    val city: String? = null,
    val state: String? = null,
)

@Serializable
data class CustomerRead(
    val data: Customer,
    val message: String? = null,
)

@Serializable
data class CustomerUpdate(
    val firstName: String? = null,
    val lastName: String? = null,
    val email: String? = null,
    val phoneNumber: String? = null,
    val document: String? = null,
    val birthdate: String? = null,
    val address: CustomerAddressUpdate? = null,
)

@Serializable
data class CustomerAddressUpdate(
    val zipcode: Long? = null,
    val street: String? = null,
    val streetNumber: Long? = null,
    val complement: String? = null,
    val reference: String? = null,
    val neighborhood: String? = null,
    val city: String? = null,
    val state: String? = null,
)

@Serializable
data class CustomerUpdated(
    val data: Customer,
    val message: String,
)

@Serializable
data class CustomerDeleted(
    val data: Confirmation,
    val message: String,
)

@Serializable
data class SubaccountList(
    val data: List<SubaccountListItem>,
    val meta: Meta,
    val message: String? = null,
)

@Serializable
data class SubaccountListItem(
    val createdAt: String,
    val companyType: String,
    val name: String,
    val status: String,
    val juridicDataPartner: JuridicDataPartner,
    val addresses: List<SubaccountAddress>,
    val juridicLegalData: JuridicLegalData? = null,
)

@Serializable
data class JuridicDataPartner(
    val name: String,
    val lastName: String,
    val cpf: String,
    val email: String,
    val birthdate: String,
    val contactPhone: String,
    val monthRevenue: Long,
    val jobOccupation: String,
    val fullnameMom: String,
)

@Serializable
data class SubaccountAddress(
    val addressType: String,
    val zipcode: Long,
    val complement: String,
    val reference: String,
    val street: String,
    val streetNumber: Long,
    val neighborhood: String,
    val city: String,
    val state: String,
)

@Serializable
data class JuridicLegalData(
    val cnpj: String,
    val contactPhone: String,
    val fantasyName: String,
    val socialReason: String,
    val avgAnualBilling: Double,
    val searchingServices: String,
    val socialMedia: String,
)

@Serializable
data class SubaccountRead(
    val data: Subaccount,
    val message: String? = null,
)

@Serializable
data class Subaccount(
    val id: String,
    val createdAt: String,
    val companyType: String,
    val name: String,
    val status: String,
    val juridicDataPartner: JuridicDataPartner,
    val addresses: List<SubaccountAddress>,
    val juridicLegalData: JuridicLegalData? = null,
)

@Serializable
data class SubaccountDeleted(
    val data: DeletedSubaccount,
    val message: String,
)

@Serializable
data class DeletedSubaccount(
    val sellerUnicId: String,
)

@Serializable
data class SubaccountPfCreate(
    val name: String,
    val juridicDataPartner: JuridicDataPartner,
    val addresses: List<SubaccountAddress>,
    val accountBank: AccountBank,
)

@Serializable
data class AccountBank(
    val accountNumber: String,
    val routingNumber: String,
    val holderName: String,
    val bankCode: String,
    val accountType: String, // CHECKING, SAVINGS
    val document: String,
)

@Serializable
data class SubaccountPfCreated(
    val data: NewSubaccountPf,
    val message: String,
)

@Serializable
data class NewSubaccountPf(
    val id: String,
    val status: String,
    val accountBank: AccountBank,
    val name: String,
    val juridicDataPartner: JuridicDataPartner,
    val addresses: List<SubaccountAddress>,
)

@Serializable
data class SubaccountPjCreate(
    val juridicLegalData: JuridicLegalData,
    val name: String,
    val juridicDataPartner: JuridicDataPartner,
    val addresses: List<SubaccountAddress>,
    val accountBank: AccountBank,
)

@Serializable
data class SubaccountPjCreated(
    val data: NewSubaccountPj,
    val message: String,
)

@Serializable
data class NewSubaccountPj(
    val juridicLegalData: JuridicLegalData,
    val id: String,
    val status: String,
    val accountBank: AccountBank,
    val name: String,
    val juridicDataPartner: JuridicDataPartner,
    val addresses: List<SubaccountAddress>,
)

@Serializable
data class BankAccountList(
    val data: List<BankAccount>,
    val meta: Meta,
    val message: String? = null,
)

@Serializable
data class BankAccount(
    val id: Long,
    val createdAt: String,
    val routingNumber: String,
    val accountNumber: String,
    val status: String,
    val holderName: String,
    val bankCode: String,
    val accountType: String, // CHECKING, SAVINGS
    val document: String,
)

@Serializable
data class BankAccountCreate(
    val routingNumber: String,
    val accountNumber: String,
    val holderName: String,
    val bankCode: String,
    val accountType: String, // CHECKING, SAVINGS
    val document: String,
)

@Serializable
data class BankAccountCreated(
    val data: NewBankAccount,
    val message: String,
)

@Serializable
data class NewBankAccount(
    val routingNumber: String,
    val accountNumber: String,
    val status: String,
    val holderName: String,
    val bankCode: String,
    val accountType: String, // CHECKING, SAVINGS
    val document: String,
)

@Serializable
data class WithdrawalList(
    val data: List<Withdrawal>,
    val meta: WithdrawalMeta,
    val message: String,
)

@Serializable
data class Withdrawal(
    val id: String,
    val amount: Long,
    val liquidAmount: Long,
    val status: String,
    val withdrawalPaymentType: String,
    val postbackUrl: String,
    val pixKeyType: String? = null,
    val pixKey: String? = null,
    val createdAt: String,
    val updatedAt: String,
)

@Serializable
data class WithdrawalMeta(
    val total: Long,
)

@Serializable
data class WithdrawalRead(
    val data: Withdrawal,
    val message: String,
)
