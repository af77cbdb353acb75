plugins {
    java
}

repositories {
    // Where `mvn install` puts OperatorKit.
    mavenLocal()
    mavenCentral()
}

dependencies {
    val operatorkit = platform("dev.operatorkit:operatorkit-bom:0.1.0-SNAPSHOT")

    implementation(operatorkit)
    implementation("dev.operatorkit:sdk-client")
    implementation("dev.operatorkit:sdk-wallet-server")

    testImplementation(operatorkit)
    testImplementation("dev.operatorkit:sdk-client-testkit")
    testImplementation("dev.operatorkit:sdk-wallet-testkit")
    testImplementation("dev.operatorkit:wallet-conformance")
    testImplementation("dev.operatorkit:provider-simulator-testkit")
    testImplementation(platform("org.junit:junit-bom:6.1.3"))
    testImplementation("org.junit.jupiter:junit-jupiter")
    testRuntimeOnly("org.junit.platform:junit-platform-launcher")
}

java {
    // The simulator in the tests needs 21, even if Gradle runs on another version.
    toolchain.languageVersion = JavaLanguageVersion.of(21)
}

tasks.withType<JavaCompile>().configureEach {
    // The SDKs need no more.
    options.release = 17
    options.encoding = "UTF-8"
}

tasks.test {
    useJUnitPlatform()
}
